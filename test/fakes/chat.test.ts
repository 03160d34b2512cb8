import { chatContract } from "../contracts/front-end.ts";
import { fakeChat } from "./chat.ts";

chatContract("the fake chat client", async () => {
  const chat = fakeChat();
  return {
    chat,
    ownerId: "200000000000000001",
    freshCard: async () => chat.freshCard(),
    seen: () => chat.seen,
    close: async () => {},
  };
});
