import { defineConfig } from "vite";

/** The page as the sandbox serves it: below /page/, with nothing inlined, since its own policy allows no inline script. */
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
