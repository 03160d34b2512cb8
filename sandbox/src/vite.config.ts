import { join } from "node:path";
import { defineConfig } from "vite";

export default defineConfig({
  logLevel: "warn",
  ssr: { noExternal: ["zod"] },
  build: {
    ssr: true,
    target: "node20",
    outDir: "../dist",
    emptyOutDir: true,
    license: { fileName: "licenses.md" },
    rolldownOptions: {
      input: { main: join(import.meta.dirname, "main.ts"), sandbox: join(import.meta.dirname, "sandbox.ts") },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
    },
  },
});
