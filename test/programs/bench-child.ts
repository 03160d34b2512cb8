const [role] = process.argv.slice(2);
// Whoever started this is gone.
process.on("disconnect", () => process.exit());

// Each part loads only what it needs: what a process loads is measured, too.
switch (role) {
  case "looks":
    await (await import("../bench/look-server.ts")).serveLooks();
    break;
  default:
    throw new Error(`the benchmark has no part ${role}`);
}
