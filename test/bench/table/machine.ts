import { arch, availableParallelism, cpus, platform, totalmem } from "node:os";

/** What it was measured on; nothing that names the machine. */
export function machineWords(): string {
  const model = cpus()[0]?.model.trim() ?? "unknown";
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB of memory`;
  return `${availableParallelism()} cores (${model}), ${memory}, ${platform()} ${arch()}, Node ${process.versions.node}`;
}
