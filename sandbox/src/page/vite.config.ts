import { defineConfig } from "vite";

/** Below /page/, with nothing inlined, because the page's policy allows no inline script. */
export default defineConfig({
  base: "/page/",
  build: {
    outDir: "../../dist/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    target: "es2023",
  },
});
