import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits, number, videos } = amounts;

export const confirm: Words["confirm"] = {
  again: "La lancer encore une fois ?",
  nobodyKnows: (mayBeCharged) => `Personne ne sait ce qu’est devenue cette vidéo. ${mayBeCharged}`,
  againCosts: (price) => `La lancer encore une fois coûte ${credits(price)}, quel qu’ait été le coût de la première.`,
  in720p: "La créer en 720p ?",
  in720pCosts: (price) => `Cela crée la vidéo encore une fois, en 720p. Coût : ${credits(price)}.`,
  nothingStarted: "Rien n’a été lancé.",
  started: "Ta vidéo est lancée.",
  price: (price) => `La lancer pour ${credits(price)} ?`,
  priceText: (price, most) =>
    `Cette vidéo coûte ${credits(price)}, et tu as demandé une confirmation au-delà de ${credits(most)}. Rien n’a été débité.`,
  priceTextAlways: (price) =>
    `Cette vidéo coûte ${credits(price)}, et tu as demandé une confirmation à chaque fois. Rien n’a été débité.`,
  meant: "C’est bien ce que tu voulais ?",
  meantText: (typed) => [
    "Ton prompt contient ",
    typed,
    ", qui ressemble à des options. Ici, elles sont appliquées et retirées du prompt.",
  ],
  meantCosts: (price) => `Coût : ${credits(price)}. Rien n’a été débité.`,
  goodForAnHour: "La question est valable une heure.",
  tooOld: {
    title: "Trop ancien",
    body: ["Reelay a oublié de quoi il s’agissait. Rien n’a été débité.", "Redemande la vidéo."],
  },
};

export const said: Words["said"] = {
  offer: {
    title: "Une vidéo de cela ?",
    body: ["Rien n’a encore été débité. Le formulaire montre tout avant le lancement ; c’est valable une heure."],
  },
  what: {
    title: "Que doit-il se passer dans la vidéo ?",
    body: ["Dis-le en quelques mots, ou ouvre le formulaire."],
  },
  hello: {
    title: "Bonjour !",
    body: ["Dis à Reelay ce qui doit se passer dans une vidéo, ou ouvre le formulaire."],
  },
  withPicture:
    "Ton image est prête. Ouvre le formulaire et dis ce qui doit se passer. Rien n’a encore été débité ; c’est valable une heure.",
  notPictures: (files) =>
    `${files === 1 ? "Le fichier de ton message n’est pas une image" : `Les ${number(files)} fichiers de ton message ne sont pas des images`} : une vidéo ne peut pas commencer ainsi. PNG, JPEG, WebP et GIF conviennent.`,
};

export const tooMany: Words["tooMany"] = {
  title: "Tes autres vidéos passent d’abord",
  most: (most) => `Tu peux avoir ${videos(most)} en cours à la fois. Celle-ci n’a pas été lancée. Rien n’a été débité.`,
  named: (prompt, stage) => `« ${prompt} » : ${stage}`,
  more: (count) => `… et ${number(count)} de plus`,
  nobodyKnows: "Personne ne sait encore quand la première se terminera. Redemande à ce moment-là.",
  first: (time) => `La première pourrait se terminer dans ${time}. Redemande à ce moment-là.`,
  starting: "démarrage",
  noPercentage: "pas encore de pourcentage",
  percentDone: (percent) => `${percent} % terminé`,
};

export const link: Words["link"] = {
  asking: { title: "Demande en cours…", body: ["Cela ne coûte aucun crédit."] },
  isNew: "Il y a un nouveau lien",
  onTheCard: "Il est maintenant sur la carte, à la place de l’ancien.",
  keepThis: "La carte n’a pas pu être modifiée : garde celui-ci.",
  same: "C’est le même lien",
  sameText:
    "C’est le lien qui est sur la carte. Personne ne dit combien de temps il fonctionnera : enregistre vite la vidéo.",
  unchanged: "Rien n’a changé",
  stillGood: (until) => ["Le lien est encore valable jusqu’à cette date : ", until, "."],
  none: "Il n’y a pas de nouveau lien",
  noLink: [
    "Le service vidéo ne donne plus de lien vers cette vidéo. Rien n’a changé.",
    "Regarde dans le tableau de bord de ton compte chez le service vidéo, ou refais la vidéo.",
  ],
  noAnswer: ["Le service vidéo n’a pas répondu. Rien n’a changé.", "Réessaie dans quelques minutes."],
  noKey: [
    "Il n’y a pas de clé API à toi pour demander. Rien n’a changé.",
    "Ajoute-la, puis appuie sur « Nouveau lien ».",
  ],
  badKey: [
    "Le service vidéo n’accepte pas ta clé. Rien n’a changé.",
    "Ajoutes-en une nouvelle, puis appuie sur « Nouveau lien ».",
  ],
};

export const deletion: Words["deletion"] = {
  confirm: {
    title: "Supprimer cette carte ?",
    body: [
      "La carte disparaît pour tout le monde, avec sa notification et la vidéo dans cette discussion. Les crédits ne reviennent pas.",
      "La vidéo reste sur le service vidéo tant que son lien fonctionne.",
    ],
  },
  done: "La carte est supprimée.",
  notAll: "Tout n’a pas pu être supprimé",
  left: {
    notification:
      "Sa notification n’a pas pu être retirée. Si tu la vois, supprime-la à la main, ou demande à quelqu’un qui gère cet endroit.",
    video: "La vidéo dans le fil n’a pas pu être retirée. Demande à quelqu’un qui gère cet endroit.",
    card: "La carte n’a pas pu être retirée d’ici. Si personne d’autre ne la voit, ignore-la ; sinon demande à quelqu’un qui gère cet endroit.",
  },
  stillOpen: {
    title: "Pas encore",
    body: [
      "La vidéo est encore en train d’arriver dans cette discussion, donc rien n’a été supprimé.",
      "Appuie de nouveau sur Supprimer dans une minute.",
    ],
  },
  notNow: {
    title: "Tout n’est pas encore supprimé",
    body: ["La discussion n’a pas tout accepté pour le moment.", "Appuie de nouveau sur Supprimer dans une minute."],
  },
  kept: "Rien n’a été supprimé.",
};
