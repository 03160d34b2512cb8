import type { Translation } from "../catalogue.ts";
import { numbersIn } from "../numbers.ts";
import { OPERATORS } from "../operators.ts";

const { count, number } = numbersIn("es");

const amounts: Translation["amounts"] = {
  number,
  sentenceGap: " ",
  comma: ", ",
  or: " o ",
  quoted: (text) => `“${text}”`,
  credits: (credits) => count(credits, "crédito", "créditos"),
  videos: (videos) => count(videos, "video", "videos"),
  seconds: (seconds) => count(seconds, "segundo", "segundos"),
  percentDone: (percent) => `${percent} % completado`,
  between: " a las ",
  lessThanAMinute: "menos de un minuto",
  aboutMinutes: (minutes) => `cerca de ${count(minutes, "minuto", "minutos")}`,
  aboutHours: (hours) => `cerca de ${count(hours, "hora", "horas")}`,
};
const { credits, videos } = amounts;

function endingIn(lastFour: string): string {
  return lastFour === "" ? "" : ` (termina en ${lastFour})`;
}

const ASK_OPERATORS = `Pregunta a quienes administran este bot: ${OPERATORS}.`;
const NOTHING_CHARGED = "No se cobró nada.";
const gaveBack = (amount: number) => (amount === 1 ? "Se te devolvió" : "Se te devolvieron");
const allow = (permission: string) => `Un administrador puede permitir “${permission}” en la configuración del canal.`;
const PICTURE_KINDS = "Se aceptan PNG, JPEG, WebP y GIF.";
const ALL_PICTURE_KINDS = "Se aceptan PNG, JPEG, WebP, GIF, HEIC, AVIF, TIFF y BMP.";
const PICTURE_AGAIN = "Guárdala otra vez como PNG o JPEG, o usa otra.";
const flags = (names: string) => `Las opciones son ${names}.`;
const IF_A_KEY =
  "Si es así, crea una clave nueva donde obtuviste esta y borra la antigua: alguien puede haber visto lo que se escribió en un chat.";
const MAYBE_A_KEY = "Parece que este texto contiene una clave API o un token, así que no se envió ni se guardó.";
const IF_NOT_A_KEY = "Si no es así, cambia la redacción de tu prompt.";

export const es: Translation = {
  locale: "es",
  serviceName: {
    "del servicio de video": "de {}",
    "al servicio de video": "a {}",
    "el servicio de video": "{}",
  },
  amounts,
  nothingCharged: NOTHING_CHARGED,

  buttons: {
    notifyMe: "Avísame también",
    again: "Otra vez",
    edit: "Editar y crear",
    in720p: "En 720p",
    continue: "Continuar",
    startIt: "Crear",
    cancel: "Cancelar",
    freshLink: "Enlace nuevo",
    delete: "Borrar",
    deleteCard: "Quitar solo la tarjeta",
    makeVideo: "Crear un video",
    makeThis: "Crear este video",
    addKey: "Agregar mi clave",
    checkKey: "Verificar",
    replaceKey: "Reemplazar",
    removeKey: "Borrar",
    changeSettings: "Cambiar",
    changeDelivery: "Cambiar entrega",
    removeAnyway: "Borrar de todos modos",
    deleteData: "Borrar mis datos",
    newer: "Más recientes",
    older: "Más antiguos",
    reopenForm: "Abrir el formulario otra vez",
    help: "Ayuda",
    getKey: "Obtener una clave",
    checkCredits: "Ver mis créditos",
  },

  card: {
    received: {
      title: "Solicitud recibida",
      body: ["Esta tarjeta muestra el progreso. Si no se puede, recibirás un mensaje nuevo."],
    },
    starting: "Iniciando…",
    queued: {
      title: "En cola",
      body: [
        "El servicio de video está ocupado, así que este video espera en cola y se iniciará automáticamente. Todavía no se cobró nada.",
      ],
    },
    fetchingFilm: "Buscando el video anterior: este empieza con su último cuadro. Todavía no se cobró nada.",
    serviceAway:
      "No se puede contactar al servicio de video. Reelay lo está intentando otra vez. Todavía no se cobró nada.",
    notConfirmed:
      "El servicio de video todavía no confirmó este video. Reelay repite la solicitud y se te cobra una vez como máximo.",
    making: "Creando el video",
    overdue: {
      title: "Todavía no está listo…",
      body: [
        "Está tardando mucho más de lo normal. Reelay sigue pendiente, y esta tarjeta cambiará cuando haya novedades.",
      ],
    },
    needsKey:
      "El servicio de video ya no acepta tu clave. Agrega una clave nueva y este video continuará automáticamente.",
    needsCredits:
      "El servicio de video responde que tu cuenta no tiene créditos suficientes, así que no muestra cómo va este video. Ya está pagado y Reelay sigue consultando. Si esto no cambia, recarga tu cuenta.",
    silent: {
      no_answer:
        "El servicio de video no da ninguna respuesta útil en este momento. Un video ya pagado normalmente sigue allí, y Reelay sigue preguntando.",
      no_link:
        "El servicio de video informa de un video terminado, pero todavía no ha dado su enlace. Reelay sigue preguntando.",
    },
    updatesStop: "Esta tarjeta pronto dejará de actualizarse. Recibirás el resultado por mensaje directo.",
    noPercentage: "En proceso",
    left: (time) => `tiempo restante: ${time}`,
  },

  facts: {
    byTeam: {
      will: "Se pagará con la clave del equipo",
      paid: "Pagado con la clave del equipo",
      perhaps: "Si se cobró, fue con la clave del equipo",
    },
    askedBy: (person) => ["Lo pidió ", person],
    price: (price) => `Precio: ${credits(price)}`,
    shapeOfPicture: "formato de la imagen",
    fromPicture: "a partir de una imagen",
    sentAs: (width, height) => `Enviada como ${number(width)} × ${number(height)}`,
    moreSent: (characters: number) =>
      `… y ${count(characters, "carácter más, que también se envía", "caracteres más, que se envían todos")}`,
    moreCharacters: (characters) => `(${count(characters, "carácter más", "caracteres más")})`,
  },

  state: {
    waitingToStart: "En espera",
    waitingForApproval: "En espera de aprobación",
    waitingForTurn: "En espera de su turno",
    waitingForFilm: "En espera del video anterior",
    starting: "Iniciando",
    waitingForKey: "En espera de tu clave",
    waitingForCredits: "Faltan créditos; se sigue consultando",
    running: "En proceso",
    ready: "Listo",
    doneWithoutLink: "Terminado, pero sin enlace",
    failed: (refunded) => `Falló, ${count(refunded, "crédito devuelto", "créditos devueltos")}`,
    refused: "Rechazado, no se cobró nada",
    notStarted: "No se inició, no se cobró nada",
    nobodyKnows: "Resultado desconocido, puede que se haya cobrado",
    ended: "Todos terminaron",
  },

  outcome: {
    ready: "El video está listo",
    tooLarge: "El video es demasiado grande para este chat, así que aquí está solo el enlace.",
    copyHere: "Aquí se reproduce una copia más ligera; el original está en el enlace.",
    notTaken: "No se pudo publicar el video en este chat, así que aquí está solo el enlace.",
    link: "Ver o descargar el video",
    linkIsNew: "El enlace se acaba de renovar. No sabemos cuánto tiempo funcionará: descarga pronto el video.",
    linkExpires: (when) => ["El enlace vence ", when, "."],
    linkHasExpired: (when) => [
      "El enlace probablemente ya venció (",
      when,
      "). Revisa tu panel en el servicio de video, o crea el video otra vez.",
    ],
    linkHasExpiredKept: (when, until) => [
      "El enlace probablemente ya venció (",
      when,
      "). Reelay guarda el video hasta el ",
      until,
      ": presiona “Enlace nuevo”.",
    ],
    used: (amount) => `${count(amount, "crédito usado", "créditos usados")}.`,
    usedAbout: (amount) => `Aproximadamente ${count(amount, "crédito usado", "créditos usados")}.`,
    noLink: {
      title: "Terminado, pero sin enlace",
      body: ["El servicio de video terminó el video, pero no devolvió ningún enlace."],
    },
    failed: "Falló y se devolvió el costo",
    failedText: (refund) => `El video falló. ${refund} Inténtalo otra vez, o cambia el prompt.`,
    reason: (text) => `Motivo según el servicio de video: “${text}”`,
    refund: (amount) => `${gaveBack(amount)} ${credits(amount)}.`,
    refundAbout: (amount) => `${gaveBack(amount)} aproximadamente ${credits(amount)}.`,
    notStarted: "No se inició",
    dearer: "Su precio subió mientras esperaba.",
    pressAgain: "Presiona “Otra vez” para iniciarlo ahora.",
    pressRetry: "Presiona “Reintentar lo que falló” para iniciarlos ahora.",
    why: {
      too_old:
        "Reelay no estuvo disponible durante demasiado tiempo, así que la solicitud no se inició. No se cobró nada.",
      restored:
        "Reelay se restauró desde una copia de seguridad y puede que este video se haya hecho desde entonces. La copia restaurada no cobró nada por él.",
      answer_lost: "No sabemos si viste la primera tarjeta, así que la solicitud no se inició. No se cobró nada.",
      answer_refused: "La respuesta a tu comando no llegó, así que la solicitud no se inició. No se cobró nada.",
      answered_elsewhere:
        "Otro proceso de este bot respondió a tu comando y puede que haya hecho este video. Este proceso no cobró nada por él.",
      store: "Reelay no pudo guardar la solicitud a tiempo, así que no se inició. No se cobró nada.",
      expired: "Nadie aprobó la solicitud en 24 horas, así que no se inició. No se cobró nada.",
      withdrawn: "La solicitud se retiró antes de iniciarse. No se cobró nada.",
      no_turn: "No hubo lugar para la solicitud durante 2 horas, así que no se inició. No se cobró nada.",
      film_gone:
        "El video que este continúa ya no está: ni su archivo ni su enlace se pueden abrir. Este video no se inició, y no se cobró nada.",
      no_frame:
        "No se pudo tomar el último cuadro del video que este continúa, así que este video no se inició. No se cobró nada.",
      stopped: "Otro video de esta serie fue rechazado, así que este no se inició. No se cobró nada.",
      broken: "El video que este continúa no se creó, así que este no se inició. No se cobró nada.",
    },
  },

  unknown: {
    title: "No sabemos si este video se creó",
    answerLost: "El servicio de video no dio una respuesta clara, así que no sabemos si el video se inició.",
    silent: "El video se inició, pero el servicio de video no dice nada más de él.",
    mayBeCharged: (atMost) => `Puede que se ${atMost === 1 ? "haya" : "hayan"} cobrado hasta ${credits(atMost)}.`,
    whereToLook: ["Revisa tu panel en el servicio de video."],
    whereToLookFor: (task) => ["Revisa tu panel en el servicio de video (tarea ", task, ")."],
    secondCosts: "Pedirlo otra vez crea un segundo video, que se cobra aparte.",
  },

  several: {
    making: (count) => `Creando ${videos(count)}`,
    ready: (count) => `${videos(count)}: todo listo`,
    partly: (ready, count) => `${number(ready)} de ${videos(count)} listos`,
    none: (count) => `No se creó ninguno de los ${videos(count)}`,
    nth: (nth, prompt) => `${number(nth)}. ${prompt}`,
    charged: (amount) => `Cobrado: ${credits(amount)}`,
    cameBack: (amount) => `devuelto: ${credits(amount)}`,
    perhaps: (amount) => `quizás cobrado: hasta ${credits(amount)} más`,
    net: (amount) => `usado: ${credits(amount)}`,
    cancelRest: "Cancelar el resto",
    restCancelled: "Se cancelaron los videos que aún no se habían enviado. No se cobró nada por ellos.",
    nothingLeft: "Ya se habían enviado todos, así que no quedaba nada que cancelar.",
    retry: (price) => `Reintentar lo que falló · ${credits(price)}`,
    justLinks: "Algunos videos no se pudieron publicar en este chat, así que tienen solo el enlace.",
    copies: "Algunos videos se reproducen aquí como copias más ligeras; los originales están en los enlaces.",
    choose: "Abrir uno de ellos",
    ask: (count) => `¿Crear ${videos(count)}?`,
    versions: (count) => `${number(count)} versiones de un solo prompt.`,
    costs: (price) => `En total cuestan ${credits(price)}. Todavía no se cobró nada.`,
    willWait: (now, later) =>
      now === 0
        ? "Esperarán su turno, porque ya tienes en curso tantos videos como se permiten."
        : `Empiezan enseguida: ${number(now)}; esperan su turno: ${number(later)}.`,
    byYou: "Se pagará con tu propia clave",
    start: (count, price) => `Iniciar ${videos(count)} · ${credits(price)}`,
    started: "Tus videos se iniciaron.",
    tooMany: (count, most) => `Son ${number(count)} escenas. El límite es ${number(most)}.`,
    onePrompt: "Las versiones se crean de un solo prompt. Deja una línea, o elige un video por línea.",
    inLine: (line, text) => `Línea ${number(line)}: ${text}`,
    noRoom: {
      title: "Demasiados videos a la vez",
      text: (count, left) =>
        `Pediste ${videos(count)} y ${left === 0 ? "ahora no tienes espacio para ninguno" : `tienes espacio para ${number(left)} más`}. No se inició ninguno.`,
      limits: (atOnce, waiting) => `Puedes tener ${videos(atOnce)} en curso y ${number(waiting)} en espera.`,
    },
    chained: "Cada uno continúa el anterior",
    chainAsk:
      "Cada video empieza donde termina el anterior, así que se crean uno tras otro y eso lleva su tiempo. Si uno no se crea, los siguientes no se inician y no cuestan nada.",
    chainBroken:
      "Uno de los videos no se creó, así que los que lo continúan no se iniciaron. No se cobró nada por ellos.",
    startsAfter: "Se inicia solo cuando el video anterior está listo. Todavía no se cobró nada.",
    nothingToRetry: "No queda nada que reintentar.",
    form: {
      title: "Crear varios videos",
      submit: "Ver el precio",
      note: "Verás el precio total antes de que se inicie nada. Cada video se cobra al iniciarse y se devuelve si falla.",
      scenes: "Escenas, una por línea",
      scenesHint: "Hasta 6 líneas, un video para cada una. Para versiones, un solo prompt.",
      make: "Qué crear",
      eachLine: "Un video por línea",
      chain: "Un video por línea, cada uno continúa el anterior",
      versions: (count) => `${number(count)} versiones de un solo prompt`,
    },
  },

  notification: {
    ready: "Tu video está listo.",
    noLink: {
      title: "Tu video está terminado, pero no hay enlace.",
      body: ["La tarjeta dice dónde buscarlo."],
    },
    failed: "Tu video falló.",
    notStarted: { title: "Tu video no se inició.", body: ["No se cobró nada. La tarjeta dice por qué."] },
    declined: { title: "Tu video fue rechazado.", body: ["No se cobró nada. La tarjeta dice quién lo decidió."] },
    expired: {
      title: "Tu video no se aprobó a tiempo.",
      body: ["No se cobró nada. Puedes volver a pedirlo desde la tarjeta."],
    },
    ofSeveral: {
      notStarted: "Tus videos no se iniciaron.",
      declined: "Tus videos fueron rechazados.",
      expired: "Tus videos no se aprobaron a tiempo.",
    },
    notStartedForOthers: "El video no se inició.",
    askedBy: (person) => ["Lo pidió ", person, ". No se cobró nada."],
    unknown: "No sabemos si tu video se creó.",
    unknownText: (mayBeCharged) => `${mayBeCharged} La tarjeta dice dónde revisar.`,
  },

  refusal: {
    noKey: {
      title: "Falta tu clave",
      body: ["No tienes ninguna clave API guardada. No se cobró nada."],
    },
    badKey: {
      title: "Tu clave fue rechazada",
      body: ["El servicio de video no acepta tu clave API. No se cobró nada."],
    },
    addKeyThen: (again) => ["Agrega una clave nueva y luego presiona ", again, "."],
    noCredits: "No hay créditos suficientes",
    costs: (price) => `Este video cuesta ${credits(price)} y tu cuenta no tiene suficientes. No se cobró nada.`,
    topUp: "Recarga tu cuenta en el servicio de video y luego presiona “Otra vez”.",
    topUpOr: (least) =>
      `Recarga tu cuenta en el servicio de video, o elige 480p y 10 segundos, que cuesta ${credits(least)}.`,
    badRequest: {
      title: "Solicitud rechazada",
      body: ["El servicio de video rechazó esta solicitud. No se cobró nada."],
      reason: (words) => `El servicio de video rechazó esta solicitud: “${words}”. No se cobró nada.`,
      edit: "Presiona “Editar y crear” para cambiarla.",
    },
    changePrompt: "Cambia el prompt y pide el video otra vez.",
    changePromptOrPicture: "Cambia el prompt o la imagen y pide el video otra vez.",
    rateLimited: {
      title: "El servicio de video está saturado",
      body: [
        "El servicio de video está saturado en este momento. No se cobró nada.",
        "Presiona “Otra vez” en unos minutos.",
      ],
    },
    wrongAddress: {
      title: "Problema de configuración",
      body: [
        "Reelay tiene una dirección equivocada del servicio de video, así que este video no se inició. No se cobró nada.",
        `Avisa a quienes administran este bot: ${OPERATORS}.`,
      ],
    },
    unavailable: {
      title: "No se puede contactar al servicio",
      body: [
        "No se pudo contactar al servicio de video, así que este video no se inició. No se cobró nada.",
        "Presiona “Otra vez” en unos minutos.",
      ],
    },
    picture: "Esta imagen no se puede usar",
  },

  picture: {
    tooLarge: (most) => `La imagen pesa más de ${number(most)} MB. Usa una más pequeña.`,
    tooLargeBy: (megabytes, most) =>
      `La imagen pesa ${number(megabytes)} MB; el límite es de ${number(most)} MB. Usa una más pequeña.`,
    tooManyPixels: (megapixels, most) =>
      `La imagen tiene ${number(megapixels)} megapíxeles; el límite es de ${number(most)}. Usa una más pequeña.`,
    notFitted: "Reelay no pudo convertir esta imagen. Guárdala como PNG o JPEG de 5 MB como máximo y usa esa.",
    notAPicture: (canFit) =>
      `Esta no es una imagen que Reelay pueda usar. ${canFit ? ALL_PICTURE_KINDS : PICTURE_KINDS} ${PICTURE_AGAIN}`,
    empty: "La imagen está vacía (0 bytes). Súbela otra vez o usa otra.",
    unreadable: `La imagen está dañada: no se pueden leer su ancho ni su alto. ${PICTURE_AGAIN}`,
    unreachable:
      "No se pudo abrir la imagen. Inténtalo de nuevo o usa otra imagen. Si diste una dirección, debe funcionar para todos.",
    away: "El servidor que tiene la imagen no responde en este momento. Inténtalo otra vez en un minuto, o usa otra imagen.",
    gone: "La imagen ya no está. Agrégala otra vez, o usa otra.",
    private: `Las imágenes publicadas aquí son privadas, y este bot no puede pasarlas al servicio de video. Usa la dirección web de una imagen pública. Para que se permitan las imágenes publicadas, pregunta a quienes administran este bot: ${OPERATORS}.`,
    address: {
      not_a_url: "La dirección de la imagen no es una dirección web. Usa una que empiece con https://.",
      not_https: "La dirección de la imagen debe empezar con https://.",
      too_long: "La dirección de la imagen es demasiado larga. Usa una más corta.",
      has_login: "La dirección de la imagen contiene un nombre de usuario o una contraseña. Usa una que no los tenga.",
      not_public: "La dirección de la imagen no es pública. Usa una que funcione para todos.",
    },
  },

  draft: {
    title: "Este video no se inició",
    noPrompt: "Di en pocas palabras qué debe pasar en el video.",
    promptTooLong: (length, most) =>
      `El prompt tiene ${number(length)} caracteres; el límite es de ${number(most)}. Acórtalo.`,
    twoPictures: "Hay dos imágenes: un archivo y una dirección. Usa solo una.",
    unknownFlag: (flag, names) => `La opción ${flag} no existe. ${flags(names)}`,
    badFlag: (flag, takes, given) =>
      given === null ? `Falta un valor después de ${flag}: ${takes}.` : `${flag} acepta ${takes}, no “${given}”.`,
  },

  styles: {
    title: "Estilos",
    saved: "El estilo se guardó",
    removed: "El estilo se quitó",
    none: "Todavía no hay estilos.",
    how: "Un estilo es un texto que se agrega a un prompt. En él, {prompt} ocupa el lugar del prompt; si no está, el texto va después.",
    ofTeam: (name) => `${name} (equipo)`,
    isAlways: (name) => `Todos los videos de aquí llevan el estilo “${name}”.`,
    pick: "Ver un estilo",
    label: "Estilo",
    noStyle: "Sin estilo",
    fact: (name) => `Estilo: ${name}`,
    unknown: (name) => `Aquí no hay un estilo “${name}”.`,
    chooseOne: (names) => `Elige uno de estos: ${names}.`,
    leaveOut: "Aquí no hay estilos para elegir, así que no indiques ninguno.",
    goneTitle: "Este estilo ya no está",
    goneText: "Este estilo se quitó, o es de otro servidor o espacio de trabajo.",
    whose: {
      mine: "Este estilo es tuyo.",
      team: "Este estilo es de tu equipo. Solo los administradores pueden cambiarlo.",
    },
    buttons: { make: "Nuevo estilo", change: "Cambiar", remove: "Quitar" },
    form: {
      note: "Si usas el nombre de otro estilo, lo reemplaza.",
      name: "Nombre",
      text: "Texto",
      textHint: "Por ejemplo: tinta sobre papel de arroz: {prompt}",
      of: "Para quién",
      ofHint: "Solo los administradores guardan estilos para otros",
      mine: "Solo para mí",
      team: "Para que todos aquí lo elijan",
      always: "En todos los videos de aquí",
    },
    problem: {
      name: (most) =>
        `Un nombre tiene hasta ${number(most)} letras, cifras, espacios y guiones, y no puede ser “none”. No se guardó nada.`,
      text: (most) => `El texto puede tener hasta ${number(most)} caracteres. No se guardó nada.`,
      full: (most) => `Puede haber hasta ${number(most)} estilos. Quita uno primero. No se guardó nada.`,
      flag: (flag) =>
        `${flag} no tiene efecto en un estilo, que es solo texto. Quítalo y elige las opciones con cada video. No se guardó nada.`,
    },
  },

  denied: {
    rule: (name) => `Este prompt incumple la regla “${name}”. Cámbialo e inténtalo otra vez.`,
    teamWord: (word) => `“${word}” no se permite en los prompts de aquí. Cámbialo e inténtalo otra vez.`,
    teamWords: "Este prompt tiene una palabra que aquí no se permite. Cámbialo e inténtalo otra vez.",
    service: "Este prompt no se permite aquí. Cámbialo e inténtalo otra vez.",
    serviceSays: (reason) => `Este prompt no se permite aquí: ${reason}`,
    unanswered:
      "Los prompts se revisan antes de empezar un video, y esa revisión no respondió. Inténtalo otra vez en un minuto.",
    blocked: "Un administrador te bloqueó: no puedes crear videos aquí.",
    paused:
      "Un administrador puso Reelay en pausa aquí, así que no empiezan videos nuevos. Los videos en curso terminarán.",
    not_age_restricted:
      "Aquí solo se hacen videos en canales con restricción de edad o en sus hilos. Prueba de nuevo en uno de ellos.",
    age_unknown:
      "Aquí solo se hacen videos en canales con restricción de edad, y Discord no dijo si este lo es. Prueba de nuevo en un minuto.",
    otherStyle: (name) =>
      `Todos los videos de aquí llevan el estilo “${name}”. No se puede quitar ni cambiar: inténtalo otra vez sin elegir un estilo.`,
  },

  leak: {
    atField: `${MAYBE_A_KEY} ${IF_A_KEY} ${IF_NOT_A_KEY}`,
    suspected: {
      title: "¿Este texto contiene una clave?",
      body: [`${MAYBE_A_KEY} Solo tú ves este mensaje.`, IF_A_KEY, IF_NOT_A_KEY, NOTHING_CHARGED],
    },
    own: {
      title: "Este texto contiene tu clave API",
      body: [
        "Lo que enviaste contiene tu propia clave API, así que no se transmitió ni se guardó. Solo tú ves este mensaje.",
        "Alguien puede haber visto lo que se escribió en un chat: crea una clave nueva en tu panel en el servicio de video, borra allí la antigua y agrega aquí la nueva.",
        NOTHING_CHARGED,
      ],
    },
    inTheOpen: {
      title: "Eso parece una clave",
      body: [
        "Tu mensaje parece contener una clave API o un token de acceso. Reelay no guardó nada de eso. Borra tu mensaje, y crea una clave nueva si otras personas pueden haberla leído.",
        "Las claves se ingresan en el formulario privado. Si no era una clave, usa también el formulario para tu video.",
      ],
    },
  },

  chain: {
    title: (nth) => `Continuar: parte ${nth}`,
    note: (prompt, nth, resolution) =>
      `Empieza con el último cuadro de “${prompt}”, como parte ${nth}. Ese video está en ${resolution}: otra resolución cambia la nitidez.`,
    promptHint: "Qué pasa después",
    part: (nth, of) => (of === null ? `Parte ${nth}` : `Parte ${nth} de ${of}`),
    earlierVideo: "continúa un video anterior",
    thatCard: "continúa esta tarjeta",
    begins: "El video empieza con este cuadro",
    ofCopy: "empieza con un cuadro de la copia más ligera, porque el original ya no estaba",
    continued: (nth) => `Continúa en la parte ${nth}`,
    ownPicture: "Presiona “Editar y crear” para empezar con una imagen tuya.",
    gone: {
      title: "No se puede continuar",
      body: ["Ni el archivo ni el enlace de este video se pueden abrir ya. No se cobró nada."],
    },
    notHere: {
      title: "No se puede continuar",
      body: ["Reelay no puede continuar videos aquí en este momento. No se cobró nada."],
    },
  },

  join: {
    button: "Unir",
    parts: (parts) => count(parts, "parte", "partes"),
    joining: (parts) => `Uniendo ${parts} partes…`,
    joiningText: (until) => [
      "Es gratis. Hora límite: ",
      until,
      ". Si para entonces no llega ningún video, presiona “Unir” otra vez.",
    ],
    whole: (parts) => `Partes 1 a ${parts} en un solo video`,
    forFree: "Unido gratis",
    withCopies: "Algunas partes son copias más ligeras, porque sus originales ya no estaban",
    done: (parts) => `${parts} partes unidas`,
    doneText: "El video completo ya está aquí. Unirlo fue gratis.",
    unclear: {
      title: "Quizá ya está unido",
      body: ["El chat no confirmó el video. Búscalo aquí antes de presionar “Unir” otra vez. Unir es gratis."],
    },
    notJoined: "No se unió",
    tooLarge: (megabytes) =>
      `Juntas, las partes pesan más de ${number(megabytes)} MB, el archivo más grande que cabe aquí.`,
    unequal: (nth) =>
      `La parte ${nth} tiene otro tamaño o formato que las anteriores, y al unir no se cambia ninguno de los dos.`,
    unequalSome: "Las partes tienen distinto tamaño o formato, y al unir no se cambia ninguno de los dos.",
    copyUnequal: (nth) =>
      `De la parte ${nth} solo queda la copia más ligera, y no coincide con las demás partes. “Enlace nuevo” en su tarjeta quizá recupere el original.`,
    gone: (nth) =>
      `Ni el archivo ni el enlace de la parte ${nth} se pueden abrir ya. “Enlace nuevo” en su tarjeta quizá dé otro.`,
    unreadable: (nth) => `La parte ${nth} no se puede leer.`,
    failed: "Por ahora no se pudieron obtener, unir o enviar las partes. Inténtalo de nuevo en dos minutos.",
    notTaken: "Reelay no puede enviar un archivo aquí.",
    noLink: (part) => `${part}: enlace vencido`,
    justPressed: {
      title: "Ya se presionó",
      body: [
        "“Unir” se presionó aquí hace menos de dos minutos. Si no llega ningún video, presiónalo de nuevo después.",
      ],
    },
    notHere: {
      title: "No se unió",
      body: ["Reelay no puede unir videos aquí en este momento. No se cobró nada."],
    },
  },

  animate: {
    title: "Animar imagen",
    sentence: (words) => `${words}.`,
    leftOut: (count) => `Imágenes de este mensaje que no se pueden usar: ${count}, demasiado grandes o de otro tipo`,
    thePicture: (format) => `La imagen: ${format}.`,
    unnamed: "imagen sin nombre",
    nothing: "Nada que animar",
    noPicture: `No hay ninguna imagen en este mensaje. Usa el comando en uno que tenga una imagen. ${PICTURE_KINDS}`,
    sticker: `Un sticker no se puede animar. Publícalo como imagen y usa el comando en ella. ${PICTURE_KINDS}`,
    video: `Este mensaje tiene un video, y solo se pueden animar imágenes. Publica una captura como imagen y usa el comando en ella. ${PICTURE_KINDS}`,
    forgotten: {
      title: "Este formulario venció",
      body: [
        `Reelay guarda una imagen durante una hora mientras su formulario está abierto, y esa hora ya pasó. ${NOTHING_CHARGED}`,
        "Usa el comando otra vez en el mensaje.",
      ],
    },
  },

  confirm: {
    again: "¿Crearlo otra vez?",
    nobodyKnows: (mayBeCharged) => `Perdimos el rastro de este video. ${mayBeCharged}`,
    againCosts: (price) => `Crearlo otra vez cuesta ${credits(price)}, sin importar lo que haya costado el primero.`,
    in720p: "¿Crearlo en 720p?",
    nothingStarted: "No se inició nada.",
    started: "Tu video ya está en proceso.",
    price: (price) => `¿Crearlo por ${credits(price)}?`,
    priceText: (price, most) =>
      `Este video cuesta ${credits(price)}, y pediste que te preguntemos si cuesta más de ${credits(most)}. Todavía no se cobró nada.`,
    priceTextAlways: (price) =>
      `Este video cuesta ${credits(price)}, y pediste que te preguntemos siempre. Todavía no se cobró nada.`,
    priceTextChanged: (price, before) =>
      `Este video ahora cuesta ${credits(price)}; cuando lo pediste, costaba ${credits(before)}. Todavía no se cobró nada.`,
    meant: "¿Querías decir esto?",
    meantText: (typed) => [
      "En tu prompt hay algo que parece una opción: ",
      typed,
      ". Aquí ya está aplicado y fuera del prompt.",
    ],
    cannotUse: (typed, count, names) => [
      "Reelay no puede usar ",
      typed,
      `, así que aquí ${count === 1 ? "queda" : "quedan"} fuera del prompt. ${flags(names)}`,
    ],
    flagsAsText: (price) => `Usar mis palabras tal cual${price === null ? "" : ` · ${credits(price)}`}`,
    in720pCosts: (price) => `El video se creará otra vez, en 720p. Cuesta ${credits(price)}.`,
    meantCosts: (price) => `Cuesta ${credits(price)}. Todavía no se cobró nada.`,
    goodForAnHour: "Esta pregunta vence en una hora.",
    tooOld: {
      title: "Esta pregunta venció",
      body: ["Reelay ya no sabe de qué se trataba. No se cobró nada.", "Pide el video otra vez."],
    },
  },

  wholeText: {
    button: "Leer todo",
    preparing: { title: "Preparando el texto…", body: ["Esto no cuesta créditos."] },
    title: "El texto completo",
    fileHere: "El archivo tiene cada carácter que se envía. Solo tú puedes verlo.",
    fileInDirect: "En tu mensaje directo con Reelay hay un archivo con cada carácter que se envía.",
    unsure: [
      "Slack no confirmó la carga. Revisa tu mensaje directo con Reelay. Si el archivo no está, presiona “Leer todo” otra vez.",
    ],
    noFile: "No se pudo enviar el archivo aquí, así que esto muestra todo lo que cabe.",
  },

  deletion: {
    confirm: {
      title: "¿Borrar esta tarjeta?",
      body: [
        "La tarjeta desaparece para todos, con su notificación y el video en este chat. Los créditos no se devuelven.",
      ],
      ofService: "El video sigue en el servicio de video mientras funcione el enlace.",
      ofSaved: (films) =>
        films === 1 ? "También se borra el video guardado." : "También se borran los videos guardados.",
      ofLinked: (films) =>
        films === 1
          ? "También se borra el video guardado, y su enlace deja de funcionar de inmediato."
          : "También se borran los videos guardados, y sus enlaces dejan de funcionar de inmediato.",
    },
    waiting: {
      title: "Borrando…",
      body: [
        "Reelay espera al chat: puede que aún esté recibiendo el video o que otros cambios vayan primero.",
        "Si esto sigue aquí después de un minuto, presiona “Borrar” otra vez.",
      ],
    },
    done: "Se borró la tarjeta.",
    notAll: "No se pudo borrar todo",
    left: {
      notification: "No se pudo borrar su notificación. Si la ves, bórrala a mano o pídeselo a un administrador.",
      video: "No se pudo borrar el video del hilo. Pídeselo a un administrador.",
      card: "No se pudo borrar la tarjeta desde aquí. Si solo la ves tú, descártala; si no, pide a un administrador que la borre.",
    },
    savedStays: (films, jobs) => [
      films === 1 ? "El video guardado se conserva: " : "Los videos guardados se conservan: ",
      jobs,
      films === 1 ? " lo muestra." : " los muestra.",
    ],
    notNow: {
      title: "Todavía no se borró todo",
      body: [
        "El video todavía se está agregando a este chat, o el chat no borró todo esta vez.",
        "Presiona “Borrar” otra vez en un minuto.",
      ],
    },
    kept: "No se borró nada.",
  },

  freeText: {
    notYours: {
      title: "No disponible",
      body: [
        "Solo quien escribió el mensaje puede usar este botón, y solo durante una hora. Escribe tú a Reelay para crear un video.",
      ],
    },
    offer: {
      title: "¿Convertir esto en un video?",
      body: [
        "Todavía no se cobró nada. Abre el formulario para revisar todo antes de empezar. Esta propuesta vence en una hora.",
      ],
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
      "Tu imagen está lista. Abre el formulario para decir qué debe pasar. Todavía no se cobró nada. Esta propuesta vence en una hora.",
    notPictures: (files) =>
      `${files === 1 ? "El archivo de tu mensaje no es una imagen" : `Los ${number(files)} archivos de tu mensaje no son imágenes`}, así que no se puede crear un video con eso. Se aceptan PNG, JPEG, WebP y GIF.`,
  },

  queue: {
    place: (nth, time) =>
      `${nth === 1 ? "El siguiente en tu cola." : `En cola, ${number(nth)}.º`}${time === null ? "" : ` Se inicia en ${time}.`}`,
    starts: "Se inicia solo en cuanto haya lugar. Antes no se cobra nada.",
    willWait: "Ya tienes en proceso todos los videos permitidos, así que este esperará su turno.",
    leave: "Salir de la cola",
    noRoom: "Si no hay lugar en 2 horas, no se iniciará.",
    more: (count) => `… y ${number(count)} más`,
    reserved: (price) => `Reservado para él: ${credits(price)}.`,
  },

  outage: {
    down: "El servicio de video está caído",
    downText:
      "En este momento el servicio de video no responde. Un video que se inicie ahora puede fallar, y quizá por un rato no sepamos si se cobró.",
    failing: "Muchos videos están fallando ahora",
    failingText: (failed, ends) =>
      `Fallos entre los últimos videos: ${number(failed)} de ${number(ends)}. Los créditos de un video que falla se devuelven.`,
    startAnyway: "Crear de todos modos",
  },

  link: {
    asking: { title: "Pidiendo un enlace nuevo…", body: ["Esto no cuesta créditos."] },
    isNew: "Hay un enlace nuevo",
    inCard: {
      title: "El video sigue disponible",
      body: ["El enlace ya no funciona, pero Reelay guardó el video: el archivo está junto a la tarjeta."],
    },
    kept: "Reelay todavía tiene el video",
    keptText: "El enlace ya no funciona, y el video mismo no se pudo publicar en este chat.",
    keptGoesOn: (until) => ["Reelay lo guarda hasta el ", until, ": “Continuar” y “Unir” siguen funcionando."],
    keptAlone: (until) => ["Reelay lo guarda hasta el ", until, `. ${ASK_OPERATORS}`],
    onTheCard: "La tarjeta ya tiene el enlace nuevo.",
    keepThis: "No se pudo cambiar la tarjeta, así que guarda este enlace.",
    same: "Es el mismo enlace",
    sameText: "Es el enlace que ya tiene la tarjeta. No sabemos cuánto tiempo funcionará: descarga pronto el video.",
    unchanged: "No cambió nada",
    stillGood: (until) => ["El enlace todavía es válido. Vence ", until, "."],
    none: "No hay un enlace nuevo",
    noLink: [
      "El servicio de video ya no da ningún enlace a este video. No cambió nada.",
      "Revisa tu panel en el servicio de video, o crea el video otra vez.",
    ],
    noAnswer: ["El servicio de video no respondió. No cambió nada.", "Inténtalo otra vez en unos minutos."],
    noKey: [
      "No tienes ninguna clave API guardada, así que no se puede pedir un enlace nuevo. No cambió nada.",
      "Agrega tu clave y luego presiona “Enlace nuevo”.",
    ],
    badKey: [
      "El servicio de video no acepta tu clave. No cambió nada.",
      "Agrega una nueva y luego presiona “Enlace nuevo”.",
    ],
    noCredits: [
      "El servicio de video responde que tu cuenta no tiene créditos suficientes, así que no dio un enlace nuevo. No cambió nada.",
      "Recarga tu cuenta en el servicio de video y luego presiona “Enlace nuevo”.",
    ],
  },

  commands: {
    commands: {
      make_video: "Crear un video a partir de un texto, con o sin imagen",
      batch: "Crear varios videos a la vez: escenas o versiones de un prompt",
      key: "Agregar, verificar o borrar tu propia clave API",
      style: "Guarda textos para agregar a tus prompts",
      jobs: "Ver tus videos en proceso y recientes, y lo que costaron",
      settings: "Ver o cambiar la configuración predeterminada de tus videos",
      team: "Ver qué puedes gastar con la clave del equipo, o administrarla",
      data: "Descargar o borrar lo que Reelay guarda sobre ti",
      help: "Primeros pasos, precios y qué hacer si algo sale mal",
    },
    subcommands: {
      key: {
        set: "Agregar tu clave API en un formulario privado",
        status: "Ver qué clave está guardada y si funciona",
        remove: "Borrar tu clave API",
      },
      style: {
        list: "Ver los estilos que puedes elegir",
        save: "Guardar o cambiar un estilo",
        remove: "Quitar un estilo",
      },
      team: {
        status: "Ver si puedes gastar los créditos del equipo y cuántos quedan",
        setup: "Para administradores: la clave, los límites y quién puede gastar",
        report: "Para administradores: lo que costaron los videos de cada persona",
        approvals: "Para administradores: los videos que esperan una aprobación",
      },
      data: {
        export: "Obtener un archivo privado con todo lo que Reelay guarda sobre ti",
        delete: "Borrar tus datos, después de ver cuáles son",
      },
    },
    options: {
      prompt: "Qué debe pasar en el video",
      ratio: "Horizontal o vertical",
      duration: "Cuánto dura el video",
      resolution: "Qué tan nítido es y cuánto cuesta",
      image: "Una imagen para animar",
      image_url: "O la dirección de una imagen (https://…)",
      pay: "De quién son los créditos que se gastan",
      ping: "Si quieres recibir un aviso cuando un video esté listo",
      attach: "Si un video terminado se reproduce en su tarjeta o es solo un enlace",
      visibility: "Quién ve las tarjetas de tus videos",
      confirm_above: "Cuándo preguntarme antes de gastar créditos",
      style: "Un texto guardado que se agrega al prompt",
      show: "Traer aquí la tarjeta de este video",
    },
    animate: "Animar imagen",
  },

  keys: {
    first: {
      title: "Agrega tu clave API",
      costs: (price, count) =>
        count === 1
          ? `Este video cuesta ${credits(price)}, que se cobran a tu propia cuenta.`
          : `Estos ${videos(count)} cuestan ${credits(price)} en total, que se cobran a tu propia cuenta.`,
    },
    dashboard: "panel",
    where: (dashboard) => ["Puedes obtener una clave en tu ", dashboard, " en el servicio de video."],
    keptForIt: "Tu solicitud se guarda durante una hora y continúa automáticamente en cuanto guardes la clave.",
    thenPress: (button) => `Agrégala y luego presiona “${button}”.`,
    checking: { title: "Verificando tu clave…", body: ["Esto no cuesta créditos."] },
    saved: "Clave guardada",
    savedText: (lastFour) => `Tu clave${endingIn(lastFour)} funciona y está guardada de forma cifrada.`,
    goesOn: (price) => `La solicitud que la esperaba continúa ahora y cuesta ${credits(price)}.`,
    videosGoOn: (open) => (open === 1 ? "Tu video continúa." : `Tus ${open} videos continúan.`),
    youCan: "Ya puedes crear videos.",
    askFirst: (settings, setting, always) => [
      "Para confirmar cada video antes de que se cobre, abre ",
      settings,
      ` y elige “${always}” en “${setting}”.`,
    ],
    tooFewCredits:
      "El servicio de video responde que tu cuenta no tiene créditos suficientes. Recárgala antes de crear un video.",
    savedUnchecked: "Clave guardada, pero sin verificar",
    savedUncheckedText: (lastFour) =>
      `Tu clave${endingIn(lastFour)} está guardada de forma cifrada. El servicio de video no dio una respuesta clara, así que todavía no pudimos verificarla.`,
    firstVideoShows: "Tu primer video mostrará si funciona.",
    requestNotStarted: "La solicitud que estaba en espera no se inició. Envíala otra vez más tarde.",
    bad: {
      title: "Esta clave no funciona",
      body: [
        "El servicio de video no acepta esta clave, así que no se guardó. Si ya tenías una guardada, sigue igual.",
        "Cópiala otra vez y agrégala de nuevo.",
      ],
    },
    notAKey: "Esto no es una clave",
    empty: "Pega aquí tu clave API.",
    notOneWord: "Una clave es una sola palabra, sin espacios. Cópiala otra vez y pégala aquí.",
    nothingSaved: "No se guardó nada.",
    ifItWasYourKey: "Si eso era tu clave, no se guardó. El botón abre un formulario privado para ingresarla.",
    stored: (lastFour) => `Tu clave${endingIn(lastFour)} está guardada de forma cifrada.`,
    works: "Tu clave funciona",
    doesNotWork: {
      title: "Tu clave no funciona",
      body: ["El servicio de video no la acepta. Agrega una nueva."],
    },
    notChecked: {
      title: "No se pudo verificar tu clave",
      body: ["El servicio de video no dio una respuesta clara. Inténtalo otra vez en unos minutos."],
    },
    yours: "Tu clave API",
    none: {
      title: "No hay ninguna clave guardada",
      body: ["Agrega tu propia clave API para crear videos."],
    },
    removed: { title: "Clave borrada", body: ["Reelay ya no la tiene."] },
    confirmRemoval: "¿Borrar tu clave ahora?",
    withoutKey: "Sin clave no puedes crear videos nuevos hasta que agregues otra.",
    stillOpen: (open) =>
      open === 1
        ? `${videos(open)} sigue en proceso. Conserva una copia cifrada de la clave hasta que termine.`
        : `${videos(open)} siguen en proceso. Conservan una copia cifrada de la clave hasta que terminen.`,
    notStartedWithout: (waiting) =>
      waiting === 1
        ? `${videos(waiting)} está en espera. Sin clave, no se iniciará.`
        : `${videos(waiting)} están en espera. Sin clave, no se iniciarán.`,
  },

  team: {
    status: "Créditos del equipo",
    setup: "Clave y reglas del equipo",
    report: "Lo que costaron los videos del equipo",
    notHere: {
      title: "Solo en un servidor o espacio de trabajo",
      body: [
        "La clave de un equipo funciona en su propio servidor o espacio de trabajo. Usa este comando ahí. No se cobró nada.",
      ],
    },
    managersOnly: {
      title: "Solo para administradores",
      body: [
        "Eso solo lo pueden hacer los administradores de este equipo; las aprobaciones y los informes son también para los responsables que eligieron. No cambió nada.",
      ],
    },
    blockedHere: {
      title: "No permitido",
      body: ["Un administrador te bloqueó aquí, así que no puedes gestionar este equipo."],
    },
    standingUnknown: {
      title: "Ahora no",
      body: [
        "El chat no dijo a tiempo si puedes hacer eso. No cambió nada y no se cobró nada.",
        "Inténtalo de nuevo en un minuto.",
      ],
    },
    none: {
      title: "Sin clave de equipo",
      body: ["Este equipo no tiene una clave propia, así que cada persona usa la suya."],
    },
    addIt: (setup) => ["Un administrador del equipo puede agregarla con ", setup, "."],
    may: "Puedes gastar los créditos de este equipo aquí.",
    mayNot: {
      person:
        "No puedes gastar los créditos de este equipo. Un administrador del equipo puede agregarte en “Quién puede gastar”.",
      channel:
        "En este canal no se pueden gastar los créditos del equipo. Un administrador puede cambiarlo en “Quién puede gastar”.",
      guest: "Los invitados y las personas de otros espacios de trabajo no pueden gastar los créditos de un equipo.",
    },
    leftForYou: {
      day: (left) => `Te quedan hoy (UTC): ${credits(left)}.`,
      month: (left) => `Te quedan este mes: ${credits(left)}.`,
    },
    leftForTeam: {
      day: (left) => `Al equipo le quedan hoy (UTC): ${credits(left)}.`,
      month: (left) => `Al equipo le quedan este mes: ${credits(left)}.`,
    },
    noCap: "No hay ningún límite.",
    startsAgain: {
      day: (when) => ["El límite diario (UTC) empieza de nuevo el ", when, "."],
      month: (when) => ["El límite mensual (UTC) empieza de nuevo el ", when, "."],
    },
    askAdmins: "¿Preguntas? Habla con un administrador de este equipo.",
    askManagers: "¿Preguntas? Habla con un administrador o con ",
    overTeam: {
      day: (price, left) => `Este video cuesta ${credits(price)}, y al equipo le quedan ${credits(left)} hoy (UTC).`,
      month: (price, left) => `Este video cuesta ${credits(price)}, y al equipo le quedan ${credits(left)} este mes.`,
    },
    overPerson: {
      day: (price, left) =>
        `Este video cuesta ${credits(price)}, y a ti te quedan ${credits(left)} del equipo hoy (UTC).`,
      month: (price, left) =>
        `Este video cuesta ${credits(price)}, y a ti te quedan ${credits(left)} del equipo este mes.`,
    },
    standingUnconfirmed: "El chat no dijo a tiempo si todavía puedes gastar los créditos de este equipo.",
    capLowered: "Los límites del equipo ya no permiten este video.",
    ownInstead: (price) => `Puedes pagar con tu propia clave: ${credits(price)}.`,
    withOwnKey: (price) => `Pagar con mi clave · ${credits(price)}`,
    teamInstead: (price) => `Tu equipo puede pagarlo: ${credits(price)}.`,
    withTeamKey: (price) => `Pagar con la clave del equipo · ${credits(price)}`,
    addKeyOrAsk: "Agrega tu propia clave y vuelve a pedirlo, o habla con un administrador de este equipo.",
    refused: {
      noKey: {
        title: "Sin clave de equipo",
        body: ["La clave del equipo se quitó antes de que empezara este video. No se cobró nada."],
      },
      badKey: {
        title: "La clave del equipo fue rechazada",
        body: ["El servicio de video no acepta la clave del equipo. No se cobró nada."],
      },
      noCredits: "El equipo se quedó sin créditos",
      costs: (price) =>
        `Este video cuesta ${credits(price)}, y la cuenta del equipo en el servicio de video no tiene suficientes. No se cobró nada.`,
      next: "Avísale a un administrador de este equipo, o paga con tu propia clave.",
    },
    needsKey:
      "El servicio de video ya no acepta la clave del equipo. Cuando un administrador del equipo agregue una nueva, este video sigue solo.",
    needsCredits:
      "El servicio de video responde que la cuenta del equipo no tiene créditos suficientes, así que no muestra cómo va este video. Ya está pagado y Reelay sigue consultando. Un administrador puede agregar créditos.",
    waitingForKey: "Esperando la clave del equipo",
    linkNeedsKey: [
      "La clave del equipo no funciona, así que no podemos pedir un nuevo enlace. No cambió nada.",
      "Avísale a un administrador de este equipo.",
    ],
    linkNeedsCredits: [
      "El servicio de video responde que la cuenta del equipo no tiene créditos suficientes, así que no dio un enlace nuevo. No cambió nada.",
      "Avísale a un administrador de este equipo.",
    ],
    key: (lastFour) => `Clave del equipo: guardada y cifrada${endingIn(lastFour)}.`,
    noKey: "Clave del equipo: todavía ninguna.",
    per: {
      day: (amount) => `${number(amount)} al día`,
      month: (amount) => `${number(amount)} al mes`,
    },
    caps: (team, person) => `Límites en créditos: ${team} para el equipo; ${person} por persona.`,
    unlimited: "sin límite",
    spenders: {
      nobody: "Quién puede gastar: nadie todavía.",
      everyone: "Quién puede gastar: todas las personas de aquí.",
      some: (names) => ["Quién puede gastar: ", ...names, "."],
    },
    places: {
      everywhere: "Dónde: en todos los canales.",
      some: (names) => ["Dónde: en ", ...names, "."],
    },
    managers: {
      adminsOnly: "Responsables: solo administradores.",
      some: (names) => ["Responsables: administradores, ", ...names, "."],
    },
    andMore: {
      people: (rest) => ` y ${number(rest)} más`,
      channels: (rest) => ` y ${number(rest)} más`,
    },
    askAbove: {
      always: "Todos los videos necesitan una aprobación.",
      above: (most) => `Los videos de más de ${credits(most)} necesitan una aprobación.`,
      never: "Ningún video necesita una aprobación por su precio.",
    },
    approvalsChannel: {
      chosen: (channel) => ["Canal de aprobaciones: ", channel, "."],
      none: "Canal de aprobaciones: todavía ninguno.",
    },
    ownApproval: {
      yes: "Los responsables pueden aprobar sus propios videos.",
      no: "Nadie puede aprobar sus propios videos.",
    },
    buttons: {
      setup: "Configurar",
      key: "Clave del equipo",
      rules: "Reglas",
      spenders: "Quién puede gastar",
      remove: "Quitar clave del equipo",
      report: "Informe",
      managers: "Responsables",
      house: "Palabras y personas",
      pause: "Pausar Reelay aquí",
      goOn: "Reanudar",
      approvals: "Aprobaciones",
    },
    keyForm: {
      note: "Solo tú ves este formulario. La clave se prueba sin gastar créditos y se guarda cifrada. Los videos que paga el equipo se cobran a su cuenta.",
      hint: "Del panel de tu equipo en el servicio de video",
    },
    rulesForm: {
      note: "Los días y los meses son los de UTC.",
      teamCaps: "Límites del equipo, en créditos",
      personCaps: "Límites por persona, en créditos",
      capsHint: (example) => `Por ejemplo: ${example}. Vacío: sin límite.`,
      askAbove: "Pedir una aprobación",
      always: "Para todos los videos",
      above: (most) => `Para videos de más de ${credits(most)}`,
      never: "Nunca",
      approvals: "Canal de aprobaciones",
      approvalsHint: "Necesario para las aprobaciones y para un límite por persona",
      approveOwn: "Aprobar los propios videos",
      yes: "Sí, los responsables pueden",
      no: "No",
    },
    managersForm: {
      note: "Aprueban videos y ven los informes. Solo los administradores cambian la clave y las reglas.",
      managers: "Responsables",
      hint: "Además de los administradores",
    },
    contentRulesForm: {
      note: "Vale para todos los videos que se hacen aquí, sin importar quién paga.",
      words: "Palabras que no se permiten en los prompts",
      wordsHint: "Una por línea, hasta 100",
      blocked: "Personas que no pueden hacer videos aquí",
      blockedHint: "Si no eliges a nadie, nadie queda bloqueado",
      ageRestricted: "Solo en canales con restricción de edad",
    },
    house: {
      words: (words) => `No se permiten en los prompts: ${count(words, "palabra", "palabras")}.`,
      blocked: (names) => ["Personas bloqueadas: ", ...names, "."],
      ageRestricted: "Solo se hacen videos en canales con restricción de edad.",
      paused: "Reelay está en pausa aquí: nadie puede empezar videos nuevos.",
      pausedNow: "Reelay está en pausa aquí. Los videos en curso terminarán.",
      goesOn: "Ya se pueden hacer videos nuevos aquí.",
      notYourself: "No puedes bloquearte a ti mismo. No se guardó nada.",
      badWords: (most, length) =>
        `Hasta ${number(most)} palabras, una por línea, de ${number(length)} caracteres como máximo cada una. No se guardó nada.`,
    },
    audit: {
      title: "Registro de actividad",
      none: "Nada todavía.",
      file: "El archivo contiene las últimas 100 entradas. Las horas están en UTC.",
      somebody: "alguien cuyos datos se borraron",
      did: {
        key_set: "Clave del equipo guardada",
        key_removed: "Clave del equipo quitada",
        paused: "Reelay en pausa",
        went_on: "Reelay reanudado",
        style_saved: "Estilo guardado",
        style_removed: "Estilo quitado",
        approved: "Video aprobado",
        declined: "Video rechazado",
      },
    },
    spendersForm: {
      everyone: "Todas las personas de aquí",
      yes: "Sí, todas pueden gastar",
      no: "No, solo las elegidas abajo",
      people: "Personas",
      roles: "Roles",
      places: "Canales",
      placesHint: "Si no eliges ninguno, en todos los canales",
    },
    badCap: (given, example) =>
      `“${given}” no es un límite. Escribe ${example}, o solo uno de los dos, o deja el campo vacío.`,
    otherManagers:
      "Hay otro responsable que puede decidir, así que nadie puede aprobar sus propios videos. Elige No. No se guardó nada.",
    ownApprovalOff: "Ahora otro responsable puede decidir, así que ya nadie puede aprobar sus propios videos.",
    rulesSaved: "Guardado",
    savedMeanwhile: {
      title: "No se guardó",
      body: [
        "Otra persona cambió las reglas después de que abriste el formulario.",
        "Abre el formulario de nuevo para ver cómo están ahora.",
      ],
    },
    keySaved: (lastFour) => `La clave del equipo${endingIn(lastFour)} está guardada y cifrada.`,
    keyUnchecked: "El servicio de video no dio una respuesta clara, así que todavía no está verificada.",
    keyWithoutCredits: "El servicio de video responde que la cuenta del equipo no tiene créditos suficientes.",
    nobodyMaySpend: "Todavía nadie puede gastar: presiona “Quién puede gastar”.",
    noCapYet:
      "No hay ningún límite, así que quienes pueden gastar pueden usar todos los créditos de la cuenta del equipo. Presiona “Reglas” para poner un límite.",
    confirmRemoval: "¿Quitar la clave del equipo?",
    afterRemoval: "Después nadie podrá iniciar videos con ella. Las reglas se quedan.",
    removed: { title: "La clave del equipo se quitó", body: ["Reelay la borró."] },
    noVideos: "Todavía no hay videos con la clave del equipo.",
    today: "Hoy (UTC)",
    thisMonth: "Este mes",
    lastMonth: "El mes pasado",
    deletedPerson: (spent) => `persona con datos borrados: ${spent}`,
    row: (made, spent) => `${videos(made)}, ${spent}`,
    inTheFile: (people) => `En el archivo hay ${count(people, "persona más", "personas más")}.`,
    csv: "El archivo tiene una línea por persona y mes.",
    fileUnsure: "El informe se envió como archivo. Si no lo ves, pídelo de nuevo.",
    noFile: "No se pudo enviar el archivo aquí.",
    working: { title: "Sumando…", body: ["Esto no cuesta créditos."] },
  },

  teamNews: {
    cap: {
      titles: { most: "Ya se usó la mayor parte de los créditos del mes", all: "Se acabaron los créditos del mes" },
      text: (used, cap) => `Los videos del equipo usaron o reservaron ${number(used)} de ${credits(cap)} este mes.`,
      noneLeft: "No alcanza para otro video.",
      next: "Puedes cambiar el límite en “Reglas”.",
    },
    noCredits: {
      title: "La cuenta del equipo está vacía",
      body: [
        "El servicio de video responde que la cuenta del equipo no tiene créditos suficientes. Los videos que no inicia no se cobran, y Reelay sigue consultando los que están en proceso.",
        "Agrega créditos en el panel del equipo en el servicio de video.",
      ],
    },
    keyRefused: {
      title: "La clave del equipo fue rechazada",
      body: [
        "El servicio de video ya no acepta la clave del equipo, así que el equipo no paga videos nuevos. Los que están en curso esperan una clave nueva.",
        "Agrega una en “Clave del equipo”.",
      ],
    },
    costMore: {
      title: "Un video costó más que su precio",
      text: (price, charged) =>
        `El servicio de video cobró ${credits(charged)} por un video de ${credits(price)}. En el mes del equipo cuenta lo que se cobró.`,
    },
  },

  approvals: {
    asked:
      "Los responsables de tu equipo tienen que aprobar este video primero. Hasta entonces, no se cobra ni se reserva nada.",
    unreached:
      "No pudimos avisar a los responsables de tu equipo en su canal. Díselo a uno de ellos: la solicitud está en la lista de aprobaciones del equipo.",
    theySee: "Los responsables pueden ver tu prompt, y tu imagen si hay una.",
    expires: (when) => ["La solicitud vence ", when, "."],
    managers: "los responsables de tu equipo",
    approvedBy: (who) => ["Lo aprobó ", who, "."],
    declinedBy: (who) => ["Lo rechazó ", who, ". No se cobró nada."],
    reason: (note) => `Motivo: “${note}”`,
    askAgain: "Presiona “Editar y crear” para cambiarlo, o “Otra vez” para volver a pedirlo.",
    buttons: {
      withdraw: "Retirar",
      approve: (price) => `Aprobar ${credits(price)}`,
      decline: "Rechazar",
      showPicture: "Ver la imagen",
    },
    pictureSent: {
      title: "Imagen enviada",
      body: ["Está en tus mensajes directos con Reelay. Si no la ves, presiona “Ver la imagen” otra vez."],
    },
    pictureNotSent: {
      title: "Imagen no enviada",
      body: ["Reelay no pudo obtener la imagen o enviártela. Inténtalo otra vez en un minuto."],
    },
    question: {
      title: "¿Aprobar este video?",
      asksSeveral: (who, count, price) => [who, ` pide ${videos(count)} que cuestan ${credits(price)} en total.`],
      asks: (who, price) => [who, ` pide un video que cuesta ${credits(price)}.`],
      because: {
        ask_above: "Por su precio, necesita una aprobación.",
        person_day: "Superaría el límite diario de esta persona, así que necesita una aprobación.",
        person_month: "Superaría el límite mensual de esta persona, así que necesita una aprobación.",
      },
      leftForPerson: {
        day: (left) => `A esta persona le quedan hoy (UTC): ${credits(left)}.`,
        month: (left) => `A esta persona le quedan este mes: ${credits(left)}.`,
      },
      mayBeOwn: "Esta persona también es responsable y puede aprobarlo por su cuenta.",
      picture: "Abrir la imagen",
      privatePicture: "Incluye una imagen privada.",
    },
    titles: {
      approved: "Aprobado",
      declined: "Rechazado",
      expired: "Venció",
      withdrawn: "Retirado",
      over: "Ya no está en espera",
    },
    ended: {
      approved: (who, when) => ["Lo aprobó ", who, " (", when, ")."],
      declined: (who, when) => ["Lo rechazó ", who, " (", when, ")."],
      withdrawn: (who, when) => ["Lo retiró ", who, " (", when, ")."],
      expired: (when) => ["Venció después de 24 horas sin respuesta (", when, ")."],
      over: "Este video ya no espera una aprobación.",
    },
    list: {
      title: "Videos en espera de aprobación",
      none: "Ningún video espera una aprobación.",
      until: (when) => ["vence ", when],
      choose: "Elegir una solicitud",
    },
    here: {
      title: "Las solicitudes llegarán aquí",
      body: [
        "Los videos que necesiten una aprobación se publicarán en este canal con su prompt. Todas las personas de aquí pueden verlos, y solo los responsables pueden decidir.",
      ],
    },
    declineForm: {
      title: "¿Rechazar este video?",
      note: "Enviar este formulario rechaza el video. Si lo cierras, no se decide nada.",
      reason: "Motivo",
      hint: "Se muestra en la tarjeta del video.",
    },
    tooMany: {
      title: "Demasiados videos en espera",
      text: (most) => `Puedes tener ${videos(most)} en espera a la vez. Este no se inició. No se cobró nada.`,
      next: "Retira uno de ellos, o inténtalo otra vez cuando se decida sobre alguno.",
    },
    notYourOwn: {
      title: "Debe decidir otra persona",
      body: [
        "Tú pediste este video, así que debe decidir otro responsable. La solicitud sigue abierta.",
        "Si no lo necesitas, presiona “Retirar” en su tarjeta.",
      ],
    },
    alreadyDecided: "Ya está decidido",
    approvedNow: (who, price) => [
      "El video de ",
      who,
      ` se inicia en cuanto haya lugar. Reservado para él: ${credits(price)}.`,
    ],
    declinedNow: (who) => [who, " lo verá en la tarjeta del video. No se cobró nada."],
    overTeamCap: {
      title: "No se aprobó",
      stillOpen:
        "La solicitud sigue abierta y no se cobró nada. Apruébala cuando se haya subido el límite, o recházala.",
    },
    checking: { title: "Un momento…", body: ["Estamos verificando si puedes decidir sobre esto."] },
    withdrawnNow: { title: "Solicitud retirada", body: ["Este video no se creará. No se cobró nada."] },
    alreadyBegun: {
      title: "Demasiado tarde",
      body: ["Este video ya no está en espera, así que no se puede retirar. Su tarjeta muestra cómo va."],
    },
    channelNeeded:
      "Las aprobaciones y los límites por persona necesitan un canal de aprobaciones. Elige uno. No se guardó nada.",
    notReached: {
      noAccess: {
        discord:
          "Reelay no puede publicar en ese canal, así que no se guardó nada. Dale ahí “Ver canal” y “Enviar mensajes”, y guarda de nuevo.",
        slack:
          "Reelay no puede publicar en ese canal, así que no se guardó nada. Invítalo ahí con /invite, y guarda de nuevo.",
      },
      restricted:
        "La configuración de ese canal o del espacio de trabajo solo deja publicar ahí a algunas personas y apps, así que no se guardó nada. Elige otro canal, o pide a un administrador del espacio de trabajo que lo cambie.",
      other: (chat) =>
        `${chat} no dejó que Reelay publicara en ese canal, así que no se guardó nada. Elige otro canal. Avisa a quienes administran este bot (${OPERATORS}): el motivo está en su registro.`,
      outage: (chat) =>
        `${chat} no dio una respuesta clara, así que no se guardó nada. Inténtalo otra vez en un minuto.`,
    },
  },

  shortReplies: {
    cannotSave: {
      title: "Ahora no",
      body: [`Reelay no puede guardar esto ahora. ${NOTHING_CHARGED}`, "Inténtalo otra vez en un minuto."],
    },
    teamUnread: {
      title: "Ahora no",
      body: [
        `Reelay no puede leer las reglas del equipo en este momento. ${NOTHING_CHARGED}`,
        `Inténtalo otra vez en un minuto. Si el problema sigue, avisa a quienes administran este bot: ${OPERATORS}.`,
      ],
    },
    tooManyCommands: {
      title: "Un poco más despacio, por favor",
      text: (most) => `Puedes usar hasta ${most} comandos por minuto. Inténtalo otra vez en un minuto.`,
    },
    busy: {
      title: "Reelay está ocupado",
      text: "Reelay está ocupado con los comandos de otras personas. Inténtalo otra vez en un minuto.",
    },
    notAllowedHere: {
      title: "No puedes crear videos aquí",
      because: {
        not_this_team: "Este bot solo crea videos en ciertos servidores y espacios de trabajo.",
        not_this_channel: "Este bot solo crea videos en ciertos canales.",
        no_role: "Hace falta un rol que no tienes. Un administrador de este servidor puede dártelo.",
      },
      next: ASK_OPERATORS,
    },
    blocked: {
      title: "No autorizado",
      body: [`No puedes crear videos con este bot. ${NOTHING_CHARGED}`, ASK_OPERATORS],
    },
    notYours: {
      title: "Este video no es tuyo",
      body: ["Solo la persona que lo pidió puede hacer eso. Puedes crear el tuyo."],
    },
    strayPress: {
      title: "No se hizo nada",
      body: [
        "Este botón no es de este mensaje. No se cobró nada.",
        "Usa la tarjeta del video: desde la lista de tus videos puedes traerla aquí.",
      ],
    },
    goneCard: {
      title: "Esta tarjeta ya no está activa",
      body: [
        `El registro de este video se borró, así que sus botones ya no funcionan. ${NOTHING_CHARGED}`,
        "Pide uno nuevo.",
      ],
    },
    noSuchVideo: {
      title: "No encontramos ese video",
      body: [
        "Ese identificador no corresponde a ninguno de tus videos, o corresponde a varios. La lista de tus videos los muestra: escribe al menos seis caracteres.",
      ],
    },
    forgottenPrompt: {
      title: "Este prompt venció",
      body: [`Reelay ya no lo tiene. ${NOTHING_CHARGED}`, "Escríbelo otra vez."],
    },
    stillStarting: {
      title: "Iniciando",
      body: ["Este video se está iniciando. Trae su tarjeta aquí en un momento."],
    },
    unknownAct: {
      title: "Acción desconocida",
      text: `Esto es de otra versión de Reelay, así que no se hizo nada. ${NOTHING_CHARGED}`,
      next: (help) => ["Escribe ", help, " para ver qué puedes hacer."],
    },
    notPrepared: {
      title: "Algo salió mal",
      body: [
        `Reelay no pudo preparar esta información. ${NOTHING_CHARGED}`,
        `Inténtalo otra vez en un minuto. Si el problema sigue, avisa a quienes administran este bot: ${OPERATORS}.`,
      ],
    },
    somethingWentWrong: {
      title: "Algo salió mal",
      body: [
        `Algo salió mal en Reelay. No se inició ningún video. ${NOTHING_CHARGED}`,
        "Inténtalo otra vez en un minuto.",
      ],
    },
    alreadyOnItsWay: {
      title: "Ya está en proceso",
      body: ["Este video ya está en proceso. Este clic no inició nada más."],
    },
    justStarted: {
      title: "Recién iniciado",
      body: [
        "Hace un momento se inició un video desde esta tarjeta. Para crear otro, envía el formulario de nuevo en unos segundos. Por este no se cobró nada.",
      ],
    },
    notifiedToo: {
      title: "También te avisaremos.",
      body: ["Te mencionaremos cuando este video termine."],
    },
    notifiedUntil: {
      title: "También te avisaremos, por un tiempo.",
      text: (when) => [
        "Si este video termina antes de ",
        when,
        ", te mencionaremos. Después, Reelay solo podrá avisarle a quien lo pidió.",
      ],
    },
    nobodyNotified: {
      title: "Aquí no se puede avisar",
      body: ["Reelay solo puede avisarle a la persona que pidió este video. No te agregamos a la lista."],
    },
    notifiedAnyway: {
      title: "Te avisaremos de todos modos.",
      body: ["Este video es tuyo: te mencionaremos cuando termine."],
    },
    listFull: {
      title: "La lista está llena",
      body: ["Un mensaje no puede mencionar a más personas. La tarjeta sí cambia para todos."],
    },
    alreadyOver: {
      title: "Ya terminó",
      body: ["No hay nada más que esperar: la tarjeta muestra el resultado."],
    },
    stillRunning: {
      title: "Sigue en proceso",
      body: [
        "Este video sigue en proceso, así que su tarjeta se queda. El servicio no puede detener un video que ya se inició.",
        "Podrás borrar la tarjeta cuando el video termine.",
      ],
    },
  },

  frontEnd: {
    restarting: { title: "Reelay se está reiniciando", body: ["No se cobró nada. Inténtalo otra vez en un minuto."] },
    unreadable: { title: "Reelay no pudo leer esto", body: ["No se cobró nada. Inténtalo otra vez."] },
    unfinished: { title: "Algo salió mal", body: ["Revisa el estado antes de intentarlo otra vez."] },
    closed: { title: "Tardó demasiado en abrirse", body: ["No se cobró nada. Inténtalo otra vez."] },
    notOpened: {
      title: "Slack no abrió esto",
      body: ["No se cobró nada. Inténtalo otra vez en un minuto."],
    },
    unpostable: {
      title: "Reelay no pudo mostrar la tarjeta de tu video",
      because: {
        no_access: "Invita a Reelay a este canal, o prueba otro.",
        restricted:
          "La configuración de este canal o del espacio de trabajo solo deja publicar aquí a algunas personas y apps. Prueba otro canal, o pregunta a un administrador del espacio de trabajo.",
        other: `Slack la rechazó. Prueba otro canal. Si eso no ayuda, avisa a quienes administran este bot (${OPERATORS}): el motivo está en su registro.`,
        outage: "Slack no la acepta en este momento. Inténtalo otra vez en un minuto.",
      },
    },
    notInstalled: {
      title: "Reelay no está instalado en este espacio de trabajo",
      body: ["No se cobró nada. Pide a un administrador del espacio de trabajo que lo instale de nuevo."],
    },
    inDirect: {
      title: "La tarjeta de tu video está en tus mensajes directos",
      body: ["Solo tú la ves, como lo indica tu configuración."],
    },
    notInChannel: {
      no_access: {
        title: "Reelay no está en este canal",
        text: (command) => [
          "Por eso la tarjeta de tu video no puede actualizarse aquí mientras se crea. Para cambiarlo, escribe ",
          command,
          ".",
        ],
      },
      restricted: {
        title: "Reelay no puede publicar en este canal",
        body: [
          "La configuración de este canal o del espacio de trabajo solo deja publicar aquí a algunas personas y apps. Por eso la tarjeta de tu video no puede actualizarse aquí mientras se crea. Un administrador del espacio de trabajo puede cambiarlo.",
        ],
      },
      other: {
        title: "Slack rechazó la tarjeta en este canal",
        body: [
          `Por eso la tarjeta de tu video no puede actualizarse aquí mientras se crea. Avisa a quienes administran este bot (${OPERATORS}): el motivo está en su registro.`,
        ],
      },
    },
    whyHere: "Reelay no puede escribir en el canal donde lo pediste, por eso este mensaje está aquí.",
    moderated: {
      title: "Bloqueado por la moderación de Discord",
      automod:
        "AutoMod no dejó que Reelay respondiera en este servidor, así que no se empezó ningún video. No se cobró nada.",
      links:
        "El filtro de Discord contra enlaces dañinos no dejó que Reelay respondiera, así que no se empezó ningún video. No se cobró nada.",
      next: "Cambia el prompt e inténtalo otra vez. Un administrador de este servidor puede excluir el rol de Reelay de una regla de AutoMod.",
      nextLinks: "Quita el enlace del prompt e inténtalo otra vez.",
    },
    refusedAnswer: {
      title: "Discord rechazó la respuesta de Reelay",
      body: [
        "Discord no aceptó aquí la respuesta de Reelay, así que no se empezó ningún video. No se cobró nada.",
        `Inténtalo otra vez, o en otro canal. Si eso no ayuda, avisa a quienes administran este bot (${OPERATORS}): el motivo está en su registro.`,
      ],
    },
  },

  forms: {
    format: "Formato, resolución y duración",
    save: "Guardar",
    makeIt: "Crear",
    prices: (list) => `Precios: ${list}.`,
    key: {
      note: "Solo tú ves este formulario. La clave se prueba sin gastar créditos y se guarda cifrada.",
      waits: (price) => `El video que la espera cuesta ${credits(price)} y continuará automáticamente.`,
      label: "Clave API",
      hint: "En tu panel en el servicio de video",
    },
    creditsAreTaken: "Los créditos se cobran al iniciarse el video y se devuelven si falla.",
    newVideo: "Esto crea un video nuevo. Los créditos se cobran al iniciarse y se devuelven si falla.",
    pictureAgain: "Agregar la imagen",
    risk: (atMost) => `Puede que el primero ya haya costado hasta ${credits(atMost)}. Este se cobra aparte.`,
    prompt: "Prompt",
    promptHint: "Qué debe pasar en el video",
    resolution: "Resolución y precio",
    picture: "Imagen",
    address: "Dirección de una imagen",
    hints: {
      upload: (most) => `Una imagen para animar, hasta ${number(most)} MB.`,
      address: (most) => `La dirección (https://…) de una imagen para animar, hasta ${number(most)} MB.`,
      uploadKept: (most) => `Si lo dejas vacío, se usa la imagen anterior. Hasta ${number(most)} MB.`,
      uploadEmpty: (most) => `Hasta ${number(most)} MB.`,
      addressEmpty: (most) => `https://…, hasta ${number(most)} MB.`,
      gone: (most) =>
        `La imagen anterior ya no se puede abrir. Agrégala otra vez, o agrega otra, hasta ${number(most)} MB.`,
    },
  },

  slackForms: {
    close: "Cerrar",
    where: "Adónde va la tarjeta",
    whereHint: "Déjalo vacío para tus mensajes directos con Reelay.",
    upTo: (most) => `Hasta ${number(most)} caracteres`,
    or: (label) => `O: ${label.toLowerCase()}`,
    noHiding:
      "Slack no tiene un campo que oculte lo que se escribe: tu clave se ve aquí mientras la escribes, y quien vea tu pantalla puede leerla.",
    noFiles: "Aquí no se pueden subir archivos: quienes administran este bot no lo han configurado.",
  },

  choices: {
    ratio: { "16:9": "16:9 (horizontal)", "9:16": "9:16 (vertical)" },
    asPicture: "Como la imagen",
    resolution: (resolution, ten, fifteen) => `${resolution} (${ten} créditos por 10 s, ${fifteen} por 15 s)`,
    pay: { mine: "Mi propia clave", team: "La clave del equipo" },
    payByItself: "Mi propia clave o, si no tengo, la del equipo",
    ping: {
      on: "Activadas",
      off: "Desactivadas",
      channel: "Activadas, y también en el canal",
    },
    attach: { yes: "Reproducirlo en la tarjeta si es posible", no: "Solo el enlace" },
    attachInThread: "Reproducirlo en el hilo de la tarjeta si es posible",
    visibility: { here: "Todos aquí ven la tarjeta", private: "Solo yo veo la tarjeta" },
    confirmAbove: {
      always: () => "Siempre",
      above: (most) => `Si cuesta más de ${credits(most)}`,
      never: () => "Nunca",
    },
  },

  settings: {
    yours: "Tu configuración",
    saved: "Configuración guardada",
    note: "Configuración predeterminada de tus videos.",
    first: "Las opciones de una solicitud tienen prioridad, y una imagen conserva su propio formato.",
    labels: {
      ratio: "Formato",
      duration: "Duración",
      resolution: "Resolución",
      ping: "Notificaciones",
      attach: "Archivo del video",
      visibility: "Visibilidad",
      confirm_above: "Preguntarme antes de gastar",
      pay: "Quién paga",
    },
    line: (label, chosen) => `${label}: ${chosen}`,
    bad: (given, allowed) => `“${given}” no es una de las opciones. Elige ${allowed}.`,
    nothingChanged: "No se cambió nada",
  },

  data: {
    title: "Tus datos",
    gathering: { title: "Preparando tu archivo…", body: ["Esto no cuesta créditos."] },
    fileHere:
      "Todo lo que Reelay guarda sobre ti está en este archivo. Solo tú lo ves aquí: descárgalo antes de cerrar Discord.",
    fileInDirect:
      "Todo lo que Reelay guarda sobre ti está en un archivo en tus mensajes directos con Reelay. Se queda ahí hasta que lo borres.",
    leftOut: (entries) =>
      `El archivo completo sería demasiado grande para este chat, así que faltan las entradas más antiguas (${number(entries)}).`,
    notTheKey: "El archivo no incluye tu clave, solo sus últimos cuatro caracteres.",
    notNow: {
      title: "No se pudo enviar tu archivo ahora",
      body: ["El chat no dio una respuesta clara. Pídelo otra vez en un minuto."],
    },
    unsure: {
      title: "Puede que tu archivo haya llegado",
      body: [
        "Slack no dijo si aceptó el archivo. Revisa tus mensajes directos con Reelay. Si no está ahí, pídelo otra vez.",
      ],
    },
    noFile: {
      title: "Aquí no se puede enviar un archivo",
      body: [
        "Este chat no acepta archivos de Reelay. Pídelo otra vez en un mensaje directo con Reelay, o pide a un administrador que permita los archivos.",
      ],
    },
    wouldHold: (parts, jobs) => [`Contendría: ${parts}. `, jobs, " muestra tus videos aquí."],
    nothingKept: {
      title: "No hay nada guardado",
      body: ["Reelay no guarda nada sobre ti. No hay nada que borrar."],
    },
    confirm: "¿Borrar tus datos?",
    permanentlyDeleted: (parts) => `Se borrará para siempre: ${parts}.`,
    stays: [
      "Las tarjetas, los mensajes y los archivos del chat se quedan donde están. Si quieres que desaparezca alguna de esas tarjetas, bórrala antes: después sus botones dejarán de funcionar.",
      "Quienes administran este bot pueden conservar copias de seguridad y registros.",
    ],
    teamSums:
      "Lo que un equipo haya pagado por videos tuyos queda en sus totales como “persona con datos borrados”. Hasta que terminen el día y el mes, sigue contando para tus límites.",
    deleted: "Datos borrados",
    forgotten: "Reelay borró lo que guardaba sobre ti.",
    sevenDays:
      "Durante siete días, Reelay guarda los identificadores de tus últimos videos, y nada más de ellos, para que ninguno se cree dos veces.",
    going: {
      title: "Tus datos se están borrando",
      body: ["Esto tarda un momento y continúa solo: no tienes que hacer nada más."],
    },
    tooOldText: (command) => [
      "No se borró nada: esta pregunta tiene más de 15 minutos. Pídelo otra vez con ",
      command,
      ".",
    ],
    notYours: {
      title: "No son tus datos",
      body: ["Solo la persona a la que pertenecen puede hacer eso. No se borró nada."],
    },
    parts: {
      key: "tu clave API",
      settings: "tu configuración",
      welcomed: "la nota de que recibiste la bienvenida",
      ended: (ended) =>
        `los registros de ${count(ended, "video terminado", "videos terminados")}, con prompts y enlaces`,
      films: (films) =>
        `${count(films, "video guardado", "videos guardados")} con ${films === 1 ? "su enlace" : "sus enlaces"}`,
      kept: (requests) => `${count(requests, "solicitud", "solicitudes")} que todavía no iniciaste`,
      costs: (costs) => `lo que ${costs === 1 ? "costó" : "costaron"} ${videos(costs)}`,
      open: (open) => `${videos(open)} en proceso`,
    },
    withdrawn: (waiting) =>
      waiting === 1
        ? `${videos(waiting)} está en espera y se retirará: no se creará ni se cobrará.`
        : `${videos(waiting)} están en espera y se retirarán: no se crearán ni se cobrarán.`,
    stillOpen: (open) =>
      open === 1
        ? `${videos(open)} sigue en proceso y no se puede detener: recibirás el resultado, y luego también se borrará.`
        : `${videos(open)} siguen en proceso y no se pueden detener: recibirás los resultados, y luego también se borrarán.`,
    justEnded: (ended) =>
      `${videos(ended)} ${ended === 1 ? "acaba de terminar y se borrará en cuanto su tarjeta esté" : "acaban de terminar y se borrarán en cuanto sus tarjetas estén"} al día.`,
    nothing: "nada",
    listed: (first, last) => `${first.join("; ")}; y ${last}`,
  },

  spending: {
    thisMonth: (spent) => `Este mes: ${spent}.`,
    lastMonth: (spent) => `El mes pasado: ${spent}.`,
    none: "ningún crédito usado",
    spent: (spent) => count(spent, "crédito usado", "créditos usados"),
    refunds: (charged, refunded) =>
      ` (${count(charged, "cobrado", "cobrados")}, ${count(refunded, "devuelto", "devueltos")})`,
    maybe: (atMost) => `, y hasta ${number(atMost)} más sin confirmar`,
  },

  list: {
    title: "Tus videos",
    page: (page) => `Tus videos, página ${page}`,
    none: "Todavía no pediste ningún video.",
    noOlder: "No hay videos más antiguos.",
    choose: "Traer una tarjeta aquí…",
    kept: (when) => ["guardado aquí, vence ", when],
  },

  home: {
    make: "A partir de un texto, con o sin imagen.",
    welcome: {
      title: "Te damos la bienvenida a Reelay",
      describe: (command) => [
        "Di qué debe pasar, y Reelay crea un video corto: escribe ",
        command,
        " en cualquier canal, o escríbele a Reelay aquí.",
      ],
      addKey: "Los videos se pagan con tu propia cuenta en el servicio de video, así que primero agrega tu clave API.",
    },
  },

  help: {
    title: "Cómo crear un video",
    parts: {
      start: "Primeros pasos",
      prices: "Precios",
      yours: "Tu clave y tus datos",
      know: "Es bueno saberlo",
      now: "Ahora mismo",
    },
    sample: "un gato surfeando",
    addKey: (command) => [
      "Agrega tu propia clave API con ",
      command,
      ". La obtienes en tu cuenta en el servicio de video.",
    ],
    describe: (command) => [
      "Di qué debe pasar: ",
      command,
      ". La tarjeta muestra el progreso, y te avisaremos cuando el video esté listo.",
    ],
    several: (command) => ["Varios videos a la vez, escenas o versiones de un prompt: ", command, "."],
    options: (command) => [
      "El formato, la duración, la resolución y una imagen son opciones de ",
      command,
      ", y ninguna es obligatoria. Para una imagen de un mensaje, abre el menú del mensaje: Aplicaciones, Animar imagen.",
    ],
    flags: (flags, command) => [
      "Agrega opciones después del prompt: ",
      flags,
      ". ",
      command,
      " sin nada más abre un formulario.",
    ],
    otherFlags: (flag) => [
      "También se entienden opciones escritas en el prompt, como ",
      flag,
      ". Si hay dudas, Reelay pregunta antes de pagar.",
    ],
    pricesNote: "Los créditos se cobran al iniciarse un video y se devuelven si falla.",
    spentUnknown: "Por ahora no se puede leer cuánto gastaste este mes.",
    key: (status, remove) => ["Tu clave: ", status, " muestra si funciona, ", remove, " la borra."],
    contact: (contact) => ["Preguntas sobre este bot: ", contact],
    terms: "Condiciones de uso",
    privacy: "Política de privacidad",
    goOn: "“Continuar” en la tarjeta de un video terminado crea la parte siguiente, a partir de su último cuadro.",
    join: "“Unir” junta todas las partes en un solo video, gratis.",
    cannotStop:
      "Un video que ya se inició no se puede detener. “Borrar” solo quita la tarjeta, junto con su notificación.",
    cannotStopSaved:
      "Un video que ya se inició no se puede detener. “Borrar” quita la tarjeta y su notificación, y pregunta si también se borra el video guardado.",
    kept: (days, get, forget) => [
      `Los prompts se guardan durante ${days === 1 ? "1 día" : `${number(days)} días`} después de que termina un video. `,
      "Lo que Reelay guarda sobre ti: ",
      get,
      " te lo da en un archivo privado, ",
      forget,
      " lo borra.",
    ],
    links: "Los enlaces funcionan unas 2 horas.",
    savedLinks: (days) =>
      `Reelay guarda los videos terminados hasta ${count(days, "día", "días")}, y sus enlaces funcionan durante ese tiempo.`,
    savedAlone: (days) =>
      `Los enlaces funcionan unas 2 horas. Reelay guarda los videos mismos hasta ${count(days, "día", "días")}: cuando venza un enlace, presiona “Enlace nuevo”.`,
    allWell: "Todo funciona con normalidad.",
    trouble: (troubles) => `Problemas en este momento: ${troubles}.`,
    orVideo: {
      title: "¿Ayuda o un video?",
      text: (price) =>
        `Presiona “Ayuda” para leer cómo funciona Reelay, o “Crear” para hacer un video con esta sola palabra. El video cuesta ${credits(price)}. Todavía no se cobró nada.`,
    },
    missing: {
      view_channel: `Reelay no puede ver este canal, así que después de 15 minutos ya no puede actualizar su tarjeta. ${allow("Ver canal")}`,
      send_messages: `Reelay no puede escribir en este canal, así que quizá tenga que avisarte por mensaje directo. ${allow("Enviar mensajes")}`,
      send_in_threads: `Reelay no puede escribir en este hilo, así que quizá tenga que avisarte por mensaje directo. ${allow("Enviar mensajes en hilos")}`,
      embed_links: `Los enlaces de Reelay no muestran una vista previa en este canal. ${allow("Insertar enlaces")}`,
      attach_files: `Reelay no puede publicar archivos en este canal, así que un video llega como enlace. ${allow("Adjuntar archivos")}`,
      read_history: `Reelay no puede responder a su propia tarjeta en este canal, así que sus notificaciones son mensajes aparte. ${allow("Leer el historial de mensajes")}`,
    },
  },

  install: {
    installed: {
      title: "Reelay está instalado",
      text: (command) => `Escribe ${command} en Slack para crear tu primer video.`,
    },
    open: "Abrir Slack",
    denied: {
      title: "Reelay no se instaló",
      text: "Elegiste no permitirlo y no cambió nada. Puedes empezar de nuevo cuando quieras.",
    },
    stale: {
      title: "Esta página venció",
      text: "Estuvo abierta más de diez minutos, venía de otro navegador o se cargó dos veces. Si Reelay ya está en tu espacio de trabajo, no hay nada más que hacer. Si no, empieza de nuevo.",
    },
    refused: {
      title: "Slack no aceptó la instalación",
      text: `Reelay no está instalado: hay un problema en su configuración. Avisa a quienes lo administran (${OPERATORS}): su registro dice cuál es.`,
    },
    broken: {
      title: "Algo salió mal",
      text: `Reelay aún no está instalado. Empieza de nuevo en un minuto. Si el problema sigue, avisa a quienes lo administran: ${OPERATORS}.`,
    },
    again: "Empezar de nuevo",
  },
};
