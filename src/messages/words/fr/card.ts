import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { count } = numbersIn("fr");
const { credits } = amounts;

export const card: Words["card"] = {
  received: {
    title: "Demande reçue",
    body: [
      "Cette carte sera mise à jour pendant la création de la vidéo. Si elle ne change pas, un nouveau message prendra sa place.",
    ],
  },
  starting: "Démarrage…",
  queued: {
    title: "En file d’attente",
    body: [
      "Le service vidéo est très sollicité : cette vidéo attend son tour et démarrera automatiquement. Rien n’a encore été débité.",
    ],
  },
  serviceAway: "Le service vidéo est injoignable. Reelay réessaie. Rien n’a encore été débité.",
  making: "Création de la vidéo",
  overdue: {
    title: "Toujours pas terminée…",
    body: [
      "C’est bien plus long que d’habitude. Reelay continue de suivre cette vidéo, et la carte changera dès qu’il y aura du nouveau.",
    ],
  },
  needsKey:
    "Le service vidéo n’accepte plus votre clé. Ajoutez une nouvelle clé, et cette vidéo reprendra automatiquement.",
  lastSight: "Cette carte ne sera bientôt plus mise à jour. Vous recevrez le résultat par message privé.",
  noPercentage: "En cours",
  percentDone: (percent) => `Terminée à ${percent} %`,
  left: (time) => `il reste ${time}`,
  slow: "plus long que d’habitude",
  comma: ", ",
};

export const facts: Words["facts"] = {
  askedBy: (person) => ["Demandée par ", person],
  price: (price) => `Prix : ${credits(price)}`,
  seconds: (seconds) => `${seconds} secondes`,
  shapeOfPicture: "format de l’image",
  fromPicture: "à partir d’une image",
};

export const state: Words["state"] = {
  waitingToStart: "En attente de démarrage",
  starting: "Démarrage",
  waitingForKey: "En attente de votre clé",
  running: "En cours",
  percentDone: (percent) => `Terminée à ${percent} %`,
  ready: "Prête",
  doneWithoutLink: "Terminée, mais sans lien",
  failed: (refunded) => `Échec, ${count(refunded, "crédit rendu", "crédits rendus")}`,
  refused: "Refusée, rien n’a été débité",
  notStarted: "Pas lancée, rien n’a été débité",
  nobodyKnows: "Résultat inconnu, crédits peut-être débités",
};
