import { chatContract } from "../contracts/front-end.ts";
import { fakeChat } from "./chat.ts";

chatContract("a fake front end", async () => {
  const chat = fakeChat();
  return {
    chat,
    ownerId: "200000000000000001",
    freshCard: async () => chat.freshCard(),
    seen: () => chat.seen,
    close: async () => {},
  };
});
