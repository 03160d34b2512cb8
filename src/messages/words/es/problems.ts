import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { number } = amounts;
const KINDS = "Sirven PNG, JPEG, WebP y GIF.";
const NOTHING = "No se cobró nada.";

export const picture: Words["picture"] = {
  tooLarge: "La imagen pesa más de 5 MB. Usa una más pequeña.",
  tooLargeBy: (megabytes) => `La imagen pesa ${number(megabytes)} MB, y se permiten 5 MB. Usa una más pequeña.`,
  notAPicture: `Esto no es una imagen que Reelay pueda usar. ${KINDS}`,
  notAPictureBut: (found) => `Esto no es una imagen que Reelay pueda usar: es ${found}. ${KINDS}`,
  found: {
    picture: "una imagen de otro tipo",
    video: "un video",
    sound: "un archivo de audio",
    text: "un archivo de texto",
    page: "una página web",
    pdf: "un PDF",
    archive: "un archivo comprimido",
    document: "un documento de oficina",
    program: "un programa",
  },
  empty: "La imagen está vacía: tiene 0 bytes. Súbela otra vez o usa otra.",
  unreadable:
    "La imagen está dañada: no se pueden leer su ancho ni su alto. Guárdala de nuevo como PNG o JPEG, o usa otra.",
  unreachable: "No se pudo abrir la imagen. Comprueba que su dirección funciona para todo el mundo, o usa otra imagen.",
  private:
    "Las imágenes publicadas aquí son privadas, y este bot no puede pasarlas al servicio de video. Usa la dirección web de una imagen pública, o pide a quienes administran este bot que permitan las imágenes publicadas.",
  address: {
    not_a_url: "La dirección de la imagen no es una dirección web. Usa una que empiece por https://.",
    not_https: "La dirección de la imagen debe empezar por https://. Usa una así.",
    too_long: "La dirección de la imagen es demasiado larga. Usa una más corta.",
    has_login: "La dirección de la imagen contiene un nombre de usuario o una contraseña. Usa una sin eso.",
    not_public: "La dirección de la imagen no es pública. Usa una que funcione para todo el mundo.",
  },
};

const FLAGS = "Las opciones son --ratio, --duration, --resolution e --image.";

export const draft: Words["draft"] = {
  title: "Este video no empezó",
  nothingCharged: NOTHING,
  noPrompt: "Di en pocas palabras qué debe pasar en el video.",
  promptTooLong: (length, most) =>
    `El prompt tiene ${number(length)} caracteres, y se permiten ${number(most)}. Acórtalo.`,
  badRatio: (given, allowed) => `«${given}» no es un formato posible. Elige ${allowed}.`,
  badDuration: (given, allowed) => `«${given}» no es una duración posible. Elige ${allowed} segundos.`,
  badResolution: (given, allowed) => `«${given}» no es una resolución posible. Elige ${allowed}.`,
  or: " o ",
  twoPictures: "Hay dos imágenes: un archivo y una dirección. Da solo una.",
  unknownFlag: (flag) => `${flag} no se conoce aquí. ${FLAGS}`,
  flagWithoutValue: (flag) => `Falta un valor detrás de ${flag}. ${FLAGS}`,
};

const CURE =
  "Si lo es, crea una nueva donde la conseguiste y borra la antigua: alguien puede haber visto lo que se escribió en un chat.";
const WHAT = "Parece que aquí hay una clave API o un token, así que no se envió ni se guardó.";
const ELSE = "Si no lo es, escríbelo de otra manera.";

export const leak: Words["leak"] = {
  atField: `${WHAT} ${CURE} ${ELSE}`,
  suspected: { title: "¿Hay una clave aquí?", body: [`${WHAT} Solo tú ves esto.`, CURE, ELSE, NOTHING] },
  own: {
    title: "Aquí está tu clave API",
    body: [
      "Lo que enviaste contiene tu propia clave API, así que no se envió más allá ni se guardó. Solo tú ves esto.",
      "Alguien puede haber visto lo que se escribió en un chat: crea una clave nueva en el panel de tu cuenta en el servicio de video, borra allí la antigua y añade aquí la nueva.",
      NOTHING,
    ],
  },
  inTheOpen: {
    title: "Eso parece una clave",
    body: [
      "Algo en tu mensaje parece una clave API o un token de acceso. Reelay no guardó nada de ello. Borra tu mensaje, y crea una clave nueva si otras personas pueden haberla leído.",
      "Una clave va en el formulario privado. Si no lo era, usa también el formulario para tu video.",
    ],
  },
};

export const animate: Words["animate"] = {
  title: "Animar imagen",
  sentence: (words) => `${words}.`,
  leftOut: (count) => `Imágenes de este mensaje que no sirven: ${count}, demasiado grandes o de otro tipo`,
  thePicture: (look) => `La imagen: ${look}.`,
  picture: "Imagen",
  unnamed: "imagen sin nombre",
  nothing: "Nada que animar",
  noPicture: `No hay ninguna imagen en este mensaje. Usa el comando en uno que tenga una imagen. ${KINDS}`,
  sticker: `Un sticker no puede cobrar vida. Publícalo como imagen y usa el comando en ella. ${KINDS}`,
  video: `Este mensaje tiene un video, y solo las imágenes pueden cobrar vida. Publica una captura como imagen y usa el comando en ella. ${KINDS}`,
  forgotten: {
    title: "Demasiado antiguo",
    body: [
      `Reelay guarda una imagen durante una hora mientras su formulario está abierto, y ya olvidó esta. ${NOTHING}`,
      "Usa el comando otra vez en el mensaje.",
    ],
  },
};
