import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits, number, videos } = amounts;

export const confirm: Words["confirm"] = {
  again: "¿Crearlo otra vez?",
  nobodyKnows: (mayBeCharged) => `Nadie sabe qué pasó con este video. ${mayBeCharged}`,
  againCosts: (price) => `Crearlo otra vez cuesta ${credits(price)}, haya costado lo que haya costado el primero.`,
  in720p: "¿Crearlo en 720p?",
  in720pCosts: (price) => `Esto crea el video otra vez, en 720p. Cuesta ${credits(price)}.`,
  nothingStarted: "No se empezó nada.",
  started: "Tu video está en marcha.",
  price: (price) => `¿Crearlo por ${credits(price)}?`,
  priceText: (price, most) =>
    `Este video cuesta ${credits(price)}, y quieres que se te pregunte por encima de ${number(most)}. No se cobró nada.`,
  priceTextAlways: (price) =>
    `Este video cuesta ${credits(price)}, y quieres que se te pregunte siempre. No se cobró nada.`,
  meant: "¿Querías decir esto?",
  meantText: (typed) => [
    "Tu prompt dice ",
    typed,
    ", y parecen opciones. Aquí están aplicadas y ya no forman parte del prompt.",
  ],
  meantCosts: (price) => `Cuesta ${credits(price)}. No se cobró nada.`,
  goodForAnHour: "La pregunta vale durante una hora.",
  tooOld: {
    title: "Demasiado antiguo",
    body: ["Reelay ya olvidó de qué se trataba. No se cobró nada.", "Pide el video otra vez."],
  },
};

export const said: Words["said"] = {
  offer: {
    title: "¿Un video de esto?",
    body: ["Todavía no se cobró nada. El formulario lo muestra todo antes de empezar; vale durante una hora."],
  },
  what: {
    title: "¿Qué debe pasar en el video?",
    body: ["Dilo en pocas palabras, o abre el formulario."],
  },
  hello: {
    title: "¡Hola!",
    body: ["Dile a Reelay qué debe pasar en un video, o abre el formulario."],
  },
  withPicture:
    "Tu imagen está lista. Abre el formulario y di qué debe pasar. Todavía no se cobró nada; esto caduca en una hora.",
  notPictures: (files) =>
    `${files === 1 ? "El archivo de tu mensaje no es una imagen" : `Los ${number(files)} archivos de tu mensaje no son imágenes`}, así que un video no puede empezar con eso. Sirven PNG, JPEG, WebP y GIF.`,
};

export const tooMany: Words["tooMany"] = {
  title: "Primero van tus otros videos",
  most: (most) => `Puedes tener ${videos(most)} en marcha a la vez. Este no empezó. No se cobró nada.`,
  named: (prompt, stage) => `«${prompt}»: ${stage}`,
  more: (count) => `… y ${number(count)} más`,
  nobodyKnows: "Nadie sabe todavía cuándo terminará el primero. Pídelo otra vez entonces.",
  first: (time) => `El primero puede terminar en ${time}. Pídelo otra vez entonces.`,
  starting: "empezando",
  noPercentage: "aún sin porcentaje",
  percentDone: (percent) => `${percent} % hecho`,
};

export const link: Words["link"] = {
  asking: { title: "Preguntando…", body: ["Esto no cuesta créditos."] },
  isNew: "Hay un enlace nuevo",
  onTheCard: "Ahora está en la tarjeta, en lugar del antiguo.",
  keepThis: "No se pudo cambiar la tarjeta, así que guarda este.",
  same: "Es el mismo enlace",
  sameText: "Es el enlace que tiene la tarjeta. Nadie dice cuánto durará: guarda pronto el video.",
  unchanged: "Nada ha cambiado",
  stillGood: (until) => ["El enlace sigue valiendo hasta: ", until, "."],
  none: "No hay enlace nuevo",
  noLink: [
    "El servicio de video ya no da ningún enlace a este video. Nada ha cambiado.",
    "Mira en el panel de tu cuenta en el servicio de video, o crea el video otra vez.",
  ],
  noAnswer: ["El servicio de video no respondió. Nada ha cambiado.", "Inténtalo otra vez en unos minutos."],
  noKey: [
    "No hay ninguna clave API tuya con la que preguntar. Nada ha cambiado.",
    "Añádela y luego pulsa «Enlace nuevo».",
  ],
  badKey: [
    "El servicio de video no acepta tu clave. Nada ha cambiado.",
    "Añade una nueva y luego pulsa «Enlace nuevo».",
  ],
};

export const deletion: Words["deletion"] = {
  confirm: {
    title: "¿Borrar esta tarjeta?",
    body: [
      "La tarjeta desaparece para todos, con su aviso y el video en este chat. Los créditos no vuelven.",
      "El video sigue en el servicio de video mientras funcione el enlace.",
    ],
  },
  done: "La tarjeta está borrada.",
  notAll: "No se pudo borrar todo",
  left: {
    notification: "No se pudo quitar su aviso. Si lo ves, bórralo a mano o pídeselo a quien administre este lugar.",
    video: "No se pudo quitar el video del hilo. Pídeselo a quien administre este lugar.",
    card: "No se pudo quitar la tarjeta desde aquí. Si solo la ves tú, descártala; si no, pídeselo a quien administre este lugar.",
  },
  stillOpen: {
    title: "Todavía no",
    body: [
      "El video aún se está poniendo en este chat, así que no se borró nada.",
      "Pulsa Borrar otra vez en un minuto.",
    ],
  },
  notNow: {
    title: "Aún no se ha borrado todo",
    body: ["El chat no lo aceptó todo en este momento.", "Pulsa Borrar otra vez en un minuto."],
  },
  kept: "No se borró nada.",
};
