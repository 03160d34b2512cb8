import { join } from "node:path";
import { defineConfig } from "vite";

/** Reading fifty files instead of four hundred makes a start cheaper. zod alone is eighty files. */
export default defineConfig({
  logLevel: "warn",
  ssr: { noExternal: ["zod"] },
  build: {
    ssr: true,
    target: "node20",
    outDir: "../dist",
    emptyOutDir: false,
    license: { fileName: "licenses.md" },
    rolldownOptions: {
      input: {
        main: join(import.meta.dirname, "main.ts"),
        "films/child/child": join(import.meta.dirname, "films/child/child.ts"),
        "images/child/fit-child": join(import.meta.dirname, "images/child/fit-child.ts"),
      },
      external: ["#sandbox"],
      output: { entryFileNames: "[name].js", chunkFileNames: "parts/[name].js" },
    },
  },
});
