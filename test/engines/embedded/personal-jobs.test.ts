import { checksumOf } from "../../../src/engines/embedded/job-row.ts";
import { jobStore } from "../../../src/engines/embedded/job-store.ts";
import { personalJobs } from "../../../src/engines/embedded/personal-jobs.ts";
import { personalJobsContract } from "../../contracts/personal-jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { inFolder, opened } from "./in-folder.ts";

personalJobsContract("the embedded store", (claim) =>
  inFolder(async (dir) => {
    const database = await opened(dir);
    const spoiling = database.prepare("UPDATE jobs SET body = ?, checksum = ? WHERE id = ?");
    await claim({
      store: jobStore(database, keptLog()),
      mine: personalJobs(database),
      async spoil(id) {
        await database.write(() => spoiling.run("{", checksumOf(id, 1, "{"), id));
      },
    });
    await database.close();
  }),
);
