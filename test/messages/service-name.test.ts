import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { LOCALES } from "../../src/core/text/locale.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { refusedPrivately } from "../../src/messages/card/card-outcome.ts";
import { badKey, noKeyStored, noKeyYet } from "../../src/messages/pages/keys-page.ts";
import { en } from "../../src/messages/words/en.ts";
import { fr } from "../../src/messages/words/fr.ts";
import { nameService, withServiceName, wordsIn } from "../../src/messages/words.ts";
import { howMany } from "../fakes/how-many.ts";
import { aJob, aRefused, TEST_START } from "../fakes/jobs.ts";
import { titled } from "../fakes/titled.ts";
import { settled, unclearOutcomes } from "./every-job.ts";
import { everyForm, everyMessage } from "./every-message.ts";
import { labelsOf, wordsOf } from "./words-of.ts";

const dashboardUrl = "https://filmwerk.example/credits";

/** Sets the service's name for one test. */
function named(name: string | null, url: string | null): void {
  onTestFinished(nameService({ name, dashboardUrl: url }));
}

const EVERY = howMany(1, 6);

describe.for(LOCALES.filter((_, index) => index % EVERY === 0))("in the language “%s”", (locale) => {
  test("every sentence about the video service contains the service's name, if a name is configured", () => {
    const nameless = new RegExp(Object.keys(wordsIn(locale).serviceName).join("|"), "i");
    const before = [...everyMessage(wordsIn(locale)).map(wordsOf), ...everyForm(wordsIn(locale)).map(String)];
    named("Filmwerk", null);
    const after = everyMessage(wordsIn(locale)).map(wordsOf);
    expect(before.filter((text) => nameless.test(text)).length).toBeGreaterThan(10);
    expect(after.filter((text) => nameless.test(text))).toEqual([]);
    expect(after.filter((text) => text.includes("Filmwerk")).length).toBeGreaterThan(10);
    expect(JSON.stringify(everyForm(wordsIn(locale)))).not.toMatch(nameless);
  });

  test("no button links to the service's dashboard if no dashboard is configured", () => {
    const { getKey, checkCredits } = wordsIn(locale).buttons;
    const labels = everyMessage(wordsIn(locale)).flatMap(labelsOf);
    expect(labels.filter((label) => label === getKey || label === checkCredits)).toEqual([]);
  });
});

test("a service's name is inserted literally, even if it contains “$&”", () => {
  expect(withServiceName(en, "A$& {}").refusal.badKey.body[0]).toMatch(/^A\$& \{\} does not accept/);
});

test("the French texts put d’ before a service's name that begins with a vowel", () => {
  expect(withServiceName(fr, "Atelier").unknown.answerLost).toContain("réponse claire d’Atelier");
  expect(withServiceName(fr, "Filmwerk").unknown.answerLost).toContain("réponse claire de Filmwerk");
});

describe("if the service's dashboard is configured,", () => {
  const links = (message: Parameters<typeof labelsOf>[0]) =>
    message.buttons.flatMap(({ label, url }) => (url === undefined ? [] : [[label, url]]));

  beforeEach(() => named(null, dashboardUrl));

  test.for([
    ["missing", "no_key"],
    ["rejected", "bad_key"],
  ] as const)("the first two buttons of a refusal because of a %s key are “Add my key” and “Get a key”", ([, kind]) => {
    const refused = refusedPrivately(settled(aRefused({ kind })));
    expect(labelsOf(refused).slice(0, 2)).toEqual(["Add my key", "Get a key"]);
    expect(links(refused)).toEqual([["Get a key", dashboardUrl]]);
  });

  test("the message that asks for a person's first key has the button “Get a key”", () => {
    expect(labelsOf(noKeyYet({ price: 95, videos: 1 }, null, wordsIn("en")))).toEqual(["Add my key", "Get a key"]);
  });

  test.for(LOCALES)(
    "the messages about a missing or rejected key contain one link, which leads to the dashboard (language: %s)",
    (locale) => {
      named("Filmwerk", dashboardUrl);
      const words = wordsIn(locale);
      for (const message of [noKeyYet({ price: 95, videos: 1 }, null, words), noKeyStored(words), badKey(words)]) {
        expect(wordsOf(message)).toContain("Filmwerk");
        expect(message.body.flat().filter((piece) => typeof piece !== "string")).toEqual([
          { kind: "link", label: expect.stringMatching(/^.{4,20}$/), url: dashboardUrl },
        ]);
      }
    },
  );

  test("a refusal because of too few credits has the button “Check my credits”", () => {
    const refused = refusedPrivately(settled(aRefused({ kind: "no_credits" })));
    expect(links(refused)).toEqual([["Check my credits", dashboardUrl]]);
  });

  test.for(titled(unclearOutcomes))(
    "the first button on the card of a possibly charged video is “Check my credits” (outcome: %s)",
    ([, outcome]) => {
      const [first] = cardOf(settled(outcome), TEST_START).buttons;
      expect(first).toMatchObject({ label: "Check my credits", url: dashboardUrl });
    },
  );

  test("the card of a running video has no link to the dashboard", () => {
    expect(links(cardOf(aJob(), TEST_START))).toEqual([]);
  });
});

test("stopping one bot does not remove the service's name that another bot in the same process has set", () => {
  const before = wordsIn("en");
  const unnameFirst = nameService({ name: "First", dashboardUrl: null });
  const unnameSecond = nameService({ name: "Second", dashboardUrl: null });
  unnameFirst();
  expect(wordsIn("en").refusal.badKey.body[0]).toMatch(/^Second/);
  unnameSecond();
  expect(wordsIn("en")).toBe(before);
});
