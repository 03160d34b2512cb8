import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const card: Words["card"] = {
  received: {
    title: "Demande reçue",
    body: [
      "Cette carte change pendant la création de la vidéo. Si elle reste ainsi, un nouveau message prendra sa place.",
    ],
  },
  starting: "Démarrage…",
  queued: {
    title: "En file d’attente",
    body: [
      "Le service vidéo est très demandé : cette vidéo attend son tour et démarrera toute seule. Rien n’a encore été débité.",
    ],
  },
  serviceAway: "Le service vidéo est injoignable. Reelay réessaie. Rien n’a encore été débité.",
  making: "Création de la vidéo",
  overdue: {
    title: "Toujours pas terminée…",
    body: [
      "C’est bien plus long que d’habitude. Reelay continue de regarder, et cette carte changera dès qu’il y aura du nouveau.",
    ],
  },
  needsKey: "Le service vidéo n’accepte plus ta clé. Ajoute une nouvelle clé, et cette vidéo continuera toute seule.",
  lastSight: "Cette carte ne pourra bientôt plus changer. Le résultat arrivera par message privé.",
  noPercentage: "Pas encore de pourcentage",
  percentDone: (percent) => `${percent} % terminé`,
  left: (time) => `encore ${time}`,
  slow: "plus lent que d’habitude",
  comma: ", ",
};

export const facts: Words["facts"] = {
  askedBy: (person) => ["Demandée par ", person],
  price: (price) => `Prix : ${credits(price)}`,
  seconds: (seconds) => `${seconds} secondes`,
  shapeOfPicture: "format de ton image",
  fromPicture: "à partir d’une image",
};

export const state: Words["state"] = {
  waitingToStart: "En attente de démarrage",
  starting: "Démarrage",
  waitingForKey: "Attend ta clé",
  running: "En cours",
  percentDone: (percent) => `${percent} % terminé`,
  ready: "Prête",
  doneWithoutLink: "Terminée, mais sans lien",
  failed: (refunded) => `Échec, ${credits(refunded)} rendus`,
  refused: "Refusée, rien n’a été débité",
  notStarted: "Pas lancée, rien n’a été débité",
  nobodyKnows: "Personne ne sait, peut-être débitée",
};
