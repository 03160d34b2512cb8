import { checksums } from "../job-record.ts";

/** SHA-1, because a script can make it too. */
export const checksumOf = checksums("sha1");
