/** Changes that no simulated life comes to, and why `advance` knows them all the same. */
export const NOT_REACHABLE: readonly { readonly because: string; readonly changes: readonly string[] }[] = [
  {
    because:
      "only a video of a batch waits for a film, and it has no card: its batch's first answer, edits, listeners and moves are told to the batch; what a job that waits does about its own card is one for all four",
    changes: ["answer_unclear", "look_put_off", "delivery_failed", "shown", "notify_me", "edit_unclear"].map(
      (kind) => `waiting for film, ${kind}`,
    ),
  },
  {
    because:
      "a front end tells the fate of an answer once, and nothing is paid before it has; a card whose place is told late would be found by it",
    changes: ["attaching, answered"],
  },
  {
    because:
      "it takes an edit of a waiting job that is lost while another save comes first, in a process that loses its lock just then and takes the job back in the middle of the paid call; forgetting that edit could let it land over the last word",
    changes: ["submitting, edit_unclear"],
  },
  {
    because:
      "it takes a press of Withdraw in the seconds in which the film before is fetched, and no simulated person presses then; `test/jobs/start/take-frame.test.ts` does",
    changes: ["accepted, withdrawn"],
  },
];
