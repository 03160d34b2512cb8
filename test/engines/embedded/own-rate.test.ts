import { ownRate } from "../../../src/engines/embedded/own-rate.ts";
import { rateContract } from "../../contracts/rate.ts";
import { toldClock } from "../../fakes/told-clock.ts";

rateContract("ownRate", async () => {
  const clock = toldClock();
  return { rate: ownRate(clock), pass: clock.advance };
});
