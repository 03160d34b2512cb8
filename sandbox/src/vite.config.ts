import { join } from "node:path";
import { defineConfig } from "vite";

/** The servers as they run, in few files, for they start sooner; with zod, like the bot. The page is built beside them. */
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
