import type { TeamBooksSeen } from "../../team-books-seen.ts";
import { connect, disconnect } from "../connect.ts";
import { teamBooks } from "./team-books.ts";

const SILENT = { error() {}, info() {} };

/** Looks at teams' books in that Redis, whether or not bots run on it; null where there are none, or it cannot be reached. */
export async function lookAtBooks(url: string): Promise<TeamBooksSeen | null> {
  const connected = await connect(url, SILENT, "doctor");
  if (!connected.ok) return null;
  try {
    const books = teamBooks(connected.value);
    const months = await books.countMonths();
    return months === 0 ? null : { months, differing: await books.differing() };
  } finally {
    disconnect(connected.value);
  }
}
