import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const WHERE = "Tu obtiens une clé dans le tableau de bord de ton compte chez le service vidéo.";

/** A short key has no last four to show. */
function endingIn(lastFour: string): string {
  return lastFour === "" ? "" : ` (qui finit par ${lastFour})`;
}

export const keys: Words["keys"] = {
  first: {
    title: "Il faut d’abord ta propre clé API",
    body: [`Les vidéos sont payées avec ton propre compte chez le service vidéo. ${WHERE}`],
  },
  keptForIt: "Ta demande est gardée une heure et continuera toute seule une fois la clé enregistrée.",
  thenPress: (button) => `Ajoute-la, puis appuie sur « ${button} ».`,
  nothingCharged: "Rien n’a été débité.",
  checking: { title: "Vérification de ta clé…", body: ["Cela ne coûte aucun crédit."] },
  saved: "Ta clé est enregistrée",
  savedText: (lastFour) => `Ta clé${endingIn(lastFour)} fonctionne et est conservée chiffrée.`,
  goesOn: "La demande qui l’attendait continue maintenant.",
  videosGoOn: (open) => (open === 1 ? "Ta vidéo continue." : `Tes ${open} vidéos continuent.`),
  youCan: "Tu peux maintenant créer des vidéos.",
  savedUnchecked: "Ta clé est enregistrée, mais pas vérifiée",
  savedUncheckedText: (lastFour) =>
    `Ta clé${endingIn(lastFour)} est conservée chiffrée. Le service vidéo n’a pas donné de réponse claire : on ne sait pas encore si elle fonctionne.`,
  firstVideoTells: "La première vidéo le dira.",
  requestNotStarted: "La demande qui l’attendait n’a pas été lancée. Renvoie-la plus tard.",
  bad: {
    title: "Cette clé ne fonctionne pas",
    body: [
      "Le service vidéo n’accepte pas cette clé : elle n’a pas été enregistrée. Une clé enregistrée auparavant reste telle quelle.",
      `Copie-la encore une fois et ajoute-la de nouveau. ${WHERE}`,
    ],
  },
  notAKey: "Ce n’est pas une clé",
  empty: "Colle ta clé API ici.",
  notOneWord: "Une clé est un seul mot, sans espace. Copie-la encore une fois et colle-la ici.",
  nothingSaved: "Rien n’a été enregistré.",
  unknownWord: "Ce mot n’est pas connu",
  words: (set, status, remove) => ["Tape ", set, ", ", status, " ou ", remove, "."],
  ifItWasYourKey: "Si c’était ta clé : elle n’a pas été conservée. Le bouton ouvre un formulaire privé pour elle.",
  stored: (lastFour) => `Ta clé${endingIn(lastFour)} est conservée chiffrée.`,
  works: "Ta clé fonctionne",
  doesNotWork: {
    title: "Ta clé ne fonctionne pas",
    body: ["Le service vidéo ne l’accepte pas. Ajoutes-en une nouvelle."],
  },
  notChecked: {
    title: "Ta clé n’a pas pu être vérifiée",
    body: ["Le service vidéo n’a pas donné de réponse claire. Redemande dans quelques minutes."],
  },
  yours: "Ta clé API",
  none: {
    title: "Aucune clé enregistrée",
    body: [`Ajoute ta propre clé API pour créer des vidéos. ${WHERE}`],
  },
  removed: { title: "Ta clé est retirée", body: ["Reelay l’a oubliée."] },
  confirmRemoval: "Retirer ta clé maintenant ?",
  withoutKey: "Sans clé, tu ne peux pas créer de nouvelles vidéos tant que tu n’en ajoutes pas une.",
  nothingToRemove: { title: "Aucune clé enregistrée", body: ["Il n’y a rien à retirer."] },
  stillOpen: (open) =>
    open === 1
      ? `${amounts.videos(open)} est encore en cours. Elle garde une copie chiffrée de la clé jusqu’à sa fin.`
      : `${amounts.videos(open)} sont encore en cours. Elles gardent une copie chiffrée de la clé jusqu’à leur fin.`,
};
