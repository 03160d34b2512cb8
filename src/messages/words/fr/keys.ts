import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

/** A short key has no last four to show. */
function endingIn(lastFour: string): string {
  return lastFour === "" ? "" : ` (se terminant par ${lastFour})`;
}

export const keys: Words["keys"] = {
  first: {
    title: "Ajoutez votre clé API",
    body: ["Les vidéos sont payées avec les crédits de votre propre compte."],
  },
  dashboard: "tableau de bord",
  where: (dashboard) => ["Vous pouvez obtenir une clé dans votre ", dashboard, " chez le service vidéo."],
  keptForIt: "Votre demande est gardée une heure et reprendra automatiquement une fois la clé enregistrée.",
  thenPress: (button) => `Ajoutez-la, puis appuyez sur « ${button} ».`,
  nothingCharged: "Rien n’a été débité.",
  checking: { title: "Vérification de votre clé…", body: ["Cela ne coûte aucun crédit."] },
  saved: "Votre clé est enregistrée",
  savedText: (lastFour) => `Votre clé${endingIn(lastFour)} fonctionne ; elle est conservée chiffrée.`,
  goesOn: "La demande en attente reprend maintenant.",
  videosGoOn: (open) => (open === 1 ? "Votre vidéo reprend." : `Vos ${open} vidéos reprennent.`),
  youCan: "Vous pouvez maintenant créer des vidéos.",
  savedUnchecked: "Votre clé est enregistrée, mais pas vérifiée",
  savedUncheckedText: (lastFour) =>
    `Votre clé${endingIn(lastFour)} est conservée chiffrée. Le service vidéo n’a pas donné de réponse claire : nous n’avons pas encore pu la vérifier.`,
  firstVideoTells: "Votre première vidéo montrera si elle fonctionne.",
  requestNotStarted: "La demande en attente n’a pas été lancée. Renvoyez-la plus tard.",
  bad: {
    title: "Cette clé ne fonctionne pas",
    body: [
      "Le service vidéo n’accepte pas cette clé : elle n’a pas été enregistrée. Si vous en aviez déjà une, elle reste inchangée.",
      "Copiez-la encore une fois et ajoutez-la de nouveau.",
    ],
  },
  notAKey: "Ce n’est pas une clé",
  empty: "Collez votre clé API ici.",
  notOneWord: "Une clé est un seul mot, sans espace. Copiez-la encore une fois et collez-la ici.",
  nothingSaved: "Rien n’a été enregistré.",
  unknownWord: "Commande inconnue",
  words: (set, status, remove) => ["Tapez ", set, ", ", status, " ou ", remove, "."],
  ifItWasYourKey:
    "Si c’était votre clé, elle n’a pas été conservée. Le bouton ouvre un formulaire privé pour la saisir.",
  stored: (lastFour) => `Votre clé${endingIn(lastFour)} est conservée chiffrée.`,
  works: "Votre clé fonctionne",
  doesNotWork: {
    title: "Votre clé ne fonctionne pas",
    body: ["Le service vidéo ne l’accepte pas. Ajoutez-en une nouvelle."],
  },
  notChecked: {
    title: "Votre clé n’a pas pu être vérifiée",
    body: ["Le service vidéo n’a pas donné de réponse claire. Réessayez dans quelques minutes."],
  },
  yours: "Votre clé API",
  none: {
    title: "Aucune clé enregistrée",
    body: ["Ajoutez votre propre clé API pour créer des vidéos."],
  },
  removed: { title: "Votre clé est supprimée", body: ["Reelay ne l’a plus."] },
  confirmRemoval: "Supprimer votre clé maintenant ?",
  withoutKey: "Sans clé, vous ne pourrez pas créer de nouvelles vidéos avant d’en ajouter une autre.",
  nothingToRemove: { title: "Aucune clé enregistrée", body: ["Il n’y a rien à supprimer."] },
  stillOpen: (open) =>
    open === 1
      ? `${amounts.videos(open)} est encore en cours. Elle garde une copie chiffrée de la clé jusqu’à sa fin.`
      : `${amounts.videos(open)} sont encore en cours. Elles gardent une copie chiffrée de la clé jusqu’à leur fin.`,
};
