import type { Translation } from "../catalogue.ts";
import { numbersIn } from "../numbers.ts";
import { OPERATORS } from "../operators.ts";

const { count, number } = numbersIn("pt-BR");

const amounts: Translation["amounts"] = {
  number,
  sentenceGap: " ",
  comma: ", ",
  or: " ou ",
  quoted: (text) => `“${text}”`,
  credits: (credits) => count(credits, "crédito", "créditos"),
  videos: (videos) => count(videos, "vídeo", "vídeos"),
  seconds: (seconds) => count(seconds, "segundo", "segundos"),
  percentDone: (percent) => `${percent}% concluído`,
  between: " às ",
  lessThanAMinute: "menos de um minuto",
  aboutMinutes: (minutes) => `cerca de ${count(minutes, "minuto", "minutos")}`,
  aboutHours: (hours) => `cerca de ${count(hours, "hora", "horas")}`,
};
const { credits, videos } = amounts;

function endingIn(lastFour: string): string {
  return lastFour === "" ? "" : ` (final ${lastFour})`;
}

const ASK_OPERATORS = `Fale com quem administra este bot: ${OPERATORS}.`;
const NOTHING_CHARGED = "Nada foi cobrado.";
const allow = (permission: string) =>
  `Um administrador pode dar a permissão “${permission}” nas configurações do canal.`;
const PICTURE_KINDS = "Formatos aceitos: PNG, JPEG, WebP e GIF.";
const ALL_PICTURE_KINDS = "Formatos aceitos: PNG, JPEG, WebP, GIF, HEIC, AVIF, TIFF e BMP.";
const PICTURE_AGAIN = "Salve-a de novo como PNG ou JPEG, ou use outra.";
const flags = (names: string) => `As opções são ${names}.`;
const IF_A_KEY =
  "Se for, crie uma nova onde você a conseguiu e apague a antiga: alguém pode ter visto o que foi digitado no chat.";
const MAYBE_A_KEY = "Parece que há uma chave de API ou um token aqui, então nada foi enviado nem guardado.";
const IF_NOT_A_KEY = "Se não for, escreva de outro jeito.";

export const ptBr: Translation = {
  locale: "pt-BR",
  serviceName: {
    "do serviço de vídeo": "de {}",
    "no serviço de vídeo": "em {}",
    "ao serviço de vídeo": "a {}",
    "o serviço de vídeo": "{}",
  },
  amounts,
  nothingCharged: NOTHING_CHARGED,

  buttons: {
    notifyMe: "Me avisar também",
    again: "De novo",
    edit: "Editar e criar",
    in720p: "Em 720p",
    continue: "Continuar",
    startIt: "Criar",
    cancel: "Cancelar",
    freshLink: "Novo link",
    delete: "Apagar",
    deleteCard: "Remover só o cartão",
    makeVideo: "Criar um vídeo",
    makeThis: "Criar este vídeo",
    addKey: "Adicionar minha chave",
    checkKey: "Verificar",
    replaceKey: "Trocar",
    removeKey: "Remover",
    changeSettings: "Alterar",
    changeDelivery: "Alterar como receber",
    removeAnyway: "Remover mesmo assim",
    deleteData: "Apagar meus dados",
    newer: "Mais recentes",
    older: "Mais antigos",
    reopenForm: "Abrir o formulário de novo",
    help: "Ajuda",
    getKey: "Obter uma chave",
    checkCredits: "Ver meus créditos",
  },

  card: {
    received: {
      title: "Pedido recebido",
      body: ["Este cartão mostra o progresso. Se não der, você recebe uma nova mensagem."],
    },
    starting: "Iniciando…",
    queued: {
      title: "Na fila",
      body: [
        "O serviço de vídeo está ocupado, então este vídeo está na fila e começa automaticamente. Nada foi cobrado ainda.",
      ],
    },
    fetchingFilm: "Buscando o vídeo anterior: este começa com o último quadro dele. Nada foi cobrado ainda.",
    serviceAway: "O serviço de vídeo está fora do ar. O Reelay continua tentando. Nada foi cobrado ainda.",
    notConfirmed:
      "O serviço de vídeo ainda não confirmou este vídeo. O Reelay repete o pedido, e você é cobrado no máximo uma vez.",
    making: "Criando o vídeo",
    overdue: {
      title: "Ainda não terminou…",
      body: [
        "Está demorando muito mais que o normal. O Reelay continua acompanhando e atualiza este cartão quando houver novidade.",
      ],
    },
    needsKey:
      "O serviço de vídeo não aceita mais a sua chave. Adicione uma nova, e este vídeo continua automaticamente.",
    needsCredits:
      "O serviço de vídeo responde que a sua conta não tem créditos suficientes, por isso não mostra o andamento deste vídeo. Ele já está pago, e o Reelay continua verificando. Se isso não mudar, recarregue a sua conta.",
    silent: {
      no_answer:
        "O serviço de vídeo não está dando nenhuma resposta útil no momento. Um vídeo já pago normalmente continua lá, e o Reelay segue perguntando.",
      no_link:
        "O serviço de vídeo informa que há um vídeo pronto, mas ainda não deu o link. O Reelay segue perguntando.",
    },
    updatesStop: "Este cartão vai parar de ser atualizado em breve. Você vai receber o resultado por mensagem direta.",
    noPercentage: "Em andamento",
    left: (time) => `tempo restante: ${time}`,
  },

  facts: {
    byTeam: {
      will: "Será pago com a chave da equipe",
      paid: "Pago com a chave da equipe",
      perhaps: "Se houve cobrança, foi na chave da equipe",
    },
    askedBy: (person) => ["Pedido por ", person],
    price: (price) => `Preço: ${credits(price)}`,
    shapeOfPicture: "formato da sua imagem",
    fromPicture: "a partir de uma imagem",
    sentAs: (width, height) => `Enviada como ${number(width)} × ${number(height)}`,
    moreSent: (characters: number) =>
      `… e mais ${count(characters, "caractere, que também é enviado", "caracteres, todos enviados")}`,
    moreCharacters: (characters) => `(mais ${count(characters, "caractere", "caracteres")})`,
  },

  state: {
    waitingToStart: "Aguardando início",
    waitingForApproval: "Aguardando aprovação",
    waitingForTurn: "Aguardando a vez",
    waitingForFilm: "Aguardando o vídeo anterior",
    starting: "Iniciando",
    waitingForKey: "Aguardando a sua chave",
    waitingForCredits: "Faltam créditos; verificação em andamento",
    running: "Em andamento",
    ready: "Pronto",
    doneWithoutLink: "Pronto, mas sem link",
    failed: (refunded) => `Falhou, ${count(refunded, "crédito devolvido", "créditos devolvidos")}`,
    refused: "Recusado, nada foi cobrado",
    notStarted: "Não iniciado, nada foi cobrado",
    nobodyKnows: "Desconhecido: pode ter sido cobrado",
    ended: "Todos terminaram",
  },

  outcome: {
    ready: "O vídeo está pronto",
    tooLarge: "O vídeo é grande demais para este chat, então aqui está só o link.",
    copyHere: "Aqui toca uma cópia menor; o original está no link.",
    notTaken: "Não foi possível publicar o vídeo neste chat, então aqui está só o link.",
    link: "Assistir ou baixar o vídeo",
    linkIsNew: "Este link é novo. Não sabemos por quanto tempo ele vai funcionar: baixe o vídeo logo.",
    linkExpires: (when) => ["O link expira ", when, "."],
    linkHasExpired: (when) => [
      "O link provavelmente expirou (",
      when,
      "). Confira o seu painel do serviço de vídeo ou crie o vídeo de novo.",
    ],
    linkHasExpiredKept: (when, until) => [
      "O link provavelmente expirou (",
      when,
      "). O Reelay guarda o vídeo até ",
      until,
      ": clique em “Novo link”.",
    ],
    used: (amount) => `${count(amount, "crédito usado", "créditos usados")}.`,
    usedAbout: (amount) => `Cerca de ${count(amount, "crédito usado", "créditos usados")}.`,
    noLink: {
      title: "Pronto, mas sem link",
      body: ["O serviço de vídeo terminou o vídeo, mas não enviou um link."],
    },
    failed: "Falhou, créditos devolvidos",
    failedText: (refund) => `O vídeo falhou. ${refund} Tente de novo ou mude o prompt.`,
    reason: (text) => `Motivo segundo o serviço de vídeo: “${text}”`,
    refund: (amount) => `${count(amount, "crédito foi devolvido", "créditos foram devolvidos")}.`,
    refundAbout: (amount) => `Cerca de ${count(amount, "crédito foi devolvido", "créditos foram devolvidos")}.`,
    notStarted: "Não iniciado",
    dearer: "O preço subiu enquanto ele esperava.",
    pressAgain: "Clique em “De novo” para iniciar agora.",
    pressRetry: "Clique em “Repetir o que falhou” para iniciar agora.",
    why: {
      too_old: "O Reelay ficou fora do ar por tempo demais, então o pedido não foi iniciado. Nada foi cobrado.",
      restored:
        "O Reelay foi restaurado de um backup, e este vídeo pode ter sido feito desde então. A cópia restaurada não cobrou nada por ele.",
      answer_lost: "Não sabemos se você viu o primeiro cartão, então o pedido não foi iniciado. Nada foi cobrado.",
      answer_refused:
        "A nossa resposta ao seu comando não chegou até você, então o pedido não foi iniciado. Nada foi cobrado.",
      answered_elsewhere:
        "Outro processo deste bot respondeu ao seu comando e pode ter feito este vídeo. Este processo não cobrou nada por ele.",
      store: "O Reelay não conseguiu salvar o pedido a tempo, então ele não foi iniciado. Nada foi cobrado.",
      expired: "Ninguém aprovou o pedido em 24 horas, então ele não foi iniciado. Nada foi cobrado.",
      withdrawn: "O pedido foi retirado antes de começar. Nada foi cobrado.",
      no_turn: "Não houve espaço para o pedido durante 2 horas, então ele não foi iniciado. Nada foi cobrado.",
      film_gone:
        "O vídeo que este continua não existe mais: nem o arquivo nem o link dele abrem. Este vídeo não foi iniciado, e nada foi cobrado.",
      no_frame:
        "Não foi possível obter o último quadro do vídeo que este continua, então este vídeo não foi iniciado. Nada foi cobrado.",
      stopped: "Outro vídeo desta série foi recusado, então este não foi iniciado. Nada foi cobrado.",
      broken: "O vídeo que este continua não foi criado, por isso este não foi iniciado. Nada foi cobrado.",
    },
  },

  unknown: {
    title: "Não sabemos se este vídeo foi criado",
    answerLost: "O serviço de vídeo não deu uma resposta clara, então não sabemos se o vídeo foi iniciado.",
    silent: "O vídeo foi iniciado, mas o serviço de vídeo parou de dar notícias dele.",
    mayBeCharged: (atMost) => `Ele pode ter custado até ${credits(atMost)}.`,
    whereToLook: ["Confira o seu painel do serviço de vídeo."],
    whereToLookFor: (task) => ["Confira o seu painel do serviço de vídeo; a tarefa é ", task, "."],
    secondCosts: "Pedir de novo cria um segundo vídeo, cobrado à parte.",
  },

  several: {
    making: (count) => `Criando ${videos(count)}`,
    ready: (count) => `${videos(count)}: tudo pronto`,
    partly: (ready, count) => `${number(ready)} de ${videos(count)} prontos`,
    none: (count) => `Nenhum dos ${videos(count)} foi criado`,
    nth: (nth, prompt) => `${number(nth)}. ${prompt}`,
    charged: (amount) => `Cobrado: ${credits(amount)}`,
    cameBack: (amount) => `devolvido: ${credits(amount)}`,
    perhaps: (amount) => `talvez cobrado: até ${credits(amount)} a mais`,
    net: (amount) => `usado: ${credits(amount)}`,
    cancelRest: "Cancelar o resto",
    restCancelled: "Os vídeos que ainda não tinham sido enviados foram cancelados. Nada foi cobrado por eles.",
    nothingLeft: "Todos já tinham sido enviados, então não havia mais nada a cancelar.",
    retry: (price) => `Repetir o que falhou · ${credits(price)}`,
    justLinks: "Alguns vídeos não puderam ser publicados neste chat, então eles têm só o link.",
    copies: "Alguns vídeos tocam aqui como cópias menores; os originais estão nos links.",
    choose: "Abrir um deles",
    ask: (count) => `Criar ${videos(count)}?`,
    versions: (count) => `${number(count)} versões de um só prompt.`,
    costs: (price) => `No total custam ${credits(price)}. Nada foi cobrado ainda.`,
    willWait: (now, later) =>
      now === 0
        ? "Eles vão esperar a vez, porque você já tem em andamento tantos vídeos quanto é permitido."
        : `Começam já: ${number(now)}; esperam a vez: ${number(later)}.`,
    byYou: "Será pago com a sua própria chave",
    start: (count, price) => `Iniciar ${videos(count)} · ${credits(price)}`,
    started: "Seus vídeos foram iniciados.",
    tooMany: (count, most) => `São ${number(count)} cenas. O limite é ${number(most)}.`,
    onePrompt: "As versões são criadas de um só prompt. Deixe uma linha, ou escolha um vídeo por linha.",
    inLine: (line, text) => `Linha ${number(line)}: ${text}`,
    noRoom: {
      title: "Vídeos demais de uma vez",
      text: (count, left) =>
        `Você pediu ${videos(count)} e ${left === 0 ? "agora não tem espaço para nenhum" : `tem espaço para mais ${number(left)}`}. Nenhum deles foi iniciado.`,
      limits: (atOnce, waiting) => `Você pode ter ${videos(atOnce)} em andamento e ${number(waiting)} em espera.`,
    },
    chained: "Cada um continua o anterior",
    chainAsk:
      "Cada vídeo começa onde o anterior termina, por isso são criados um após o outro, e isso leva tempo. Se um deles não for criado, os seguintes não são iniciados e não custam nada.",
    chainBroken:
      "Um dos vídeos não foi criado, por isso os que o continuam não foram iniciados. Nada foi cobrado por eles.",
    startsAfter: "Ele começa sozinho quando o vídeo anterior fica pronto. Nada foi cobrado ainda.",
    nothingToRetry: "Não há mais nada a repetir.",
    form: {
      title: "Criar vários vídeos",
      submit: "Ver o preço",
      note: "Você verá o preço total antes de qualquer coisa começar. Cada vídeo é cobrado ao iniciar e devolvido se falhar.",
      scenes: "Cenas, uma por linha",
      scenesHint: "Até 6 linhas, um vídeo para cada. Para versões, um só prompt.",
      make: "O que criar",
      eachLine: "Um vídeo por linha",
      chain: "Um vídeo por linha, cada um continua o anterior",
      versions: (count) => `${number(count)} versões de um só prompt`,
    },
  },

  notification: {
    ready: "Seu vídeo está pronto.",
    noLink: { title: "Seu vídeo está pronto, mas sem link.", body: ["O cartão diz onde procurar."] },
    failed: "Seu vídeo falhou.",
    notStarted: { title: "Seu vídeo não foi iniciado.", body: ["Nada foi cobrado. O cartão diz por quê."] },
    declined: { title: "Seu vídeo foi recusado.", body: ["Nada foi cobrado. O cartão diz quem recusou."] },
    expired: {
      title: "Seu vídeo não foi aprovado a tempo.",
      body: ["Nada foi cobrado. Você pode pedir de novo pelo cartão."],
    },
    ofSeveral: {
      notStarted: "Seus vídeos não foram iniciados.",
      declined: "Seus vídeos foram recusados.",
      expired: "Seus vídeos não foram aprovados a tempo.",
    },
    notStartedForOthers: "O vídeo não foi iniciado.",
    askedBy: (person) => ["Pedido por ", person, ". Nada foi cobrado."],
    unknown: "Não sabemos se o seu vídeo foi criado.",
    unknownText: (mayBeCharged) => `${mayBeCharged} O cartão diz onde procurar.`,
  },

  refusal: {
    noKey: {
      title: "Sem chave de API",
      body: ["Você não tem uma chave de API salva. Nada foi cobrado."],
    },
    badKey: {
      title: "Sua chave foi recusada",
      body: ["O serviço de vídeo não aceita a sua chave de API. Nada foi cobrado."],
    },
    addKeyThen: (again) => ["Adicione uma nova chave e depois clique em ", again, "."],
    noCredits: "Créditos insuficientes",
    costs: (price) =>
      `Este vídeo custa ${credits(price)}, e a sua conta não tem créditos suficientes. Nada foi cobrado.`,
    topUp: "Recarregue a sua conta no serviço de vídeo e depois clique em “De novo”.",
    topUpOr: (least) =>
      `Recarregue a sua conta no serviço de vídeo ou escolha 480p e 10 segundos, por ${credits(least)}.`,
    badRequest: {
      title: "Pedido recusado",
      body: ["O serviço de vídeo recusou este pedido. Nada foi cobrado."],
      reason: (words) => `O serviço de vídeo recusou este pedido: “${words}”. Nada foi cobrado.`,
      edit: "Clique em “Editar e criar” para mudar o pedido.",
    },
    changePrompt: "Mude o prompt e peça de novo.",
    changePromptOrPicture: "Mude o prompt ou a imagem e peça de novo.",
    rateLimited: {
      title: "O serviço de vídeo está ocupado",
      body: [
        "O serviço de vídeo está ocupado no momento. Nada foi cobrado.",
        "Clique em “De novo” daqui a alguns minutos.",
      ],
    },
    wrongAddress: {
      title: "Problema de configuração",
      body: [
        "O endereço do serviço de vídeo no Reelay está errado, então este vídeo não foi iniciado. Nada foi cobrado.",
        `Avise quem administra este bot: ${OPERATORS}.`,
      ],
    },
    unavailable: {
      title: "O serviço de vídeo está fora do ar",
      body: [
        "Não foi possível acessar o serviço de vídeo, então este vídeo não foi iniciado. Nada foi cobrado.",
        "Clique em “De novo” daqui a alguns minutos.",
      ],
    },
    picture: "Esta imagem não pode ser usada",
  },

  picture: {
    tooLarge: (most) => `A imagem tem mais de ${number(most)} MB. Use uma menor.`,
    tooLargeBy: (megabytes, most) =>
      `A imagem tem ${number(megabytes)} MB, e o limite é ${number(most)} MB. Use uma menor.`,
    tooManyPixels: (megapixels, most) =>
      `A imagem tem ${number(megapixels)} megapixels, e o limite é ${number(most)}. Use uma menor.`,
    notFitted: "O Reelay não conseguiu converter esta imagem. Salve-a como PNG ou JPEG de até 5 MB e use essa.",
    notAPicture: (canFit) =>
      `O Reelay não pode usar este arquivo como imagem. ${canFit ? ALL_PICTURE_KINDS : PICTURE_KINDS} ${PICTURE_AGAIN}`,
    empty: "A imagem está vazia: tem 0 bytes. Envie-a de novo ou use outra.",
    unreadable: `A imagem está corrompida: não foi possível ler a largura e a altura. ${PICTURE_AGAIN}`,
    unreachable:
      "Não foi possível abrir a imagem. Tente de novo ou use outra imagem. Um endereço precisa abrir para todo mundo.",
    away: "O servidor da imagem não está respondendo agora. Tente de novo em um minuto ou use outra imagem.",
    gone: "A imagem não está mais lá. Adicione-a de novo ou use outra.",
    private: `As imagens publicadas aqui são privadas, e este bot não consegue enviá-las ao serviço de vídeo. Use o endereço de uma imagem pública. Para permitir imagens publicadas no chat, fale com quem administra este bot: ${OPERATORS}.`,
    address: {
      not_a_url: "O endereço da imagem não é um endereço da web. Use um que comece com https://.",
      not_https: "O endereço da imagem precisa começar com https://.",
      too_long: "O endereço da imagem é longo demais. Use um mais curto.",
      has_login: "O endereço da imagem contém um nome de usuário ou uma senha. Use um que não tenha.",
      not_public: "O endereço da imagem não é público. Use um que abra para todo mundo.",
    },
  },

  draft: {
    title: "Este vídeo não foi iniciado",
    noPrompt: "Diga em poucas palavras o que deve acontecer no vídeo.",
    promptTooLong: (length, most) =>
      `O prompt tem ${number(length)} caracteres, e o limite é ${number(most)}. Encurte-o.`,
    twoPictures: "Há duas imagens: um arquivo e um endereço. Use só uma delas.",
    unknownFlag: (flag, names) => `${flag} não é uma opção conhecida. ${flags(names)}`,
    badFlag: (flag, takes, given) =>
      given === null ? `Falta um valor depois de ${flag}: ${takes}.` : `${flag} aceita ${takes}, não “${given}”.`,
  },

  styles: {
    title: "Estilos",
    saved: "O estilo foi salvo",
    removed: "O estilo foi removido",
    none: "Ainda não há estilos.",
    how: "Um estilo é um texto que é acrescentado a um prompt. Nele, {prompt} fica no lugar do prompt; sem isso, o texto vem depois.",
    ofTeam: (name) => `${name} (equipe)`,
    isAlways: (name) => `Todo vídeo daqui recebe o estilo “${name}”.`,
    pick: "Ver um estilo",
    label: "Estilo",
    noStyle: "Sem estilo",
    fact: (name) => `Estilo: ${name}`,
    unknown: (name) => `Não há um estilo “${name}” aqui.`,
    chooseOne: (names) => `Escolha um destes: ${names}.`,
    leaveOut: "Não há estilos para escolher aqui, então não indique nenhum.",
    goneTitle: "Este estilo não existe mais",
    goneText: "Este estilo foi removido ou é de outro servidor ou workspace.",
    whose: { mine: "Este estilo é seu.", team: "Este estilo é da sua equipe. Só administradores podem mudá-lo." },
    buttons: { make: "Novo estilo", change: "Mudar", remove: "Remover" },
    form: {
      note: "Com o nome de outro estilo, ele o substitui.",
      name: "Nome",
      text: "Texto",
      textHint: "Por exemplo: nanquim em papel de arroz: {prompt}",
      of: "Para quem",
      ofHint: "Só administradores salvam estilos para outras pessoas",
      mine: "Só para mim",
      team: "Para todos aqui escolherem",
      always: "Em todo vídeo daqui",
    },
    problem: {
      name: (most) =>
        `Um nome tem até ${number(most)} letras, números, espaços e hifens, e não pode ser “none”. Nada foi salvo.`,
      text: (most) => `O texto pode ter até ${number(most)} caracteres. Nada foi salvo.`,
      full: (most) => `Pode haver até ${number(most)} estilos. Remova um antes. Nada foi salvo.`,
      flag: (flag) =>
        `${flag} não tem efeito em um estilo, que é só texto. Tire essa opção e escolha-a em cada vídeo. Nada foi salvo.`,
    },
  },

  denied: {
    rule: (name) => `Este prompt viola a regra “${name}”. Mude o prompt e tente de novo.`,
    teamWord: (word) => `“${word}” não é permitido nos prompts daqui. Mude isso e tente de novo.`,
    teamWords: "Este prompt tem uma palavra que não é permitida aqui. Mude o prompt e tente de novo.",
    service: "Este prompt não é permitido aqui. Mude o prompt e tente de novo.",
    serviceSays: (reason) => `Este prompt não é permitido aqui: ${reason}`,
    unanswered:
      "Os prompts são verificados antes de o vídeo começar, e essa verificação não respondeu. Tente de novo em um minuto.",
    blocked: "Um administrador bloqueou você: não é possível criar vídeos aqui.",
    paused:
      "Um administrador pausou o Reelay aqui, então nenhum vídeo novo começa. Os vídeos em andamento vão terminar.",
    not_age_restricted:
      "Aqui, vídeos só são feitos em canais com restrição de idade ou nos tópicos deles. Tente de novo em um deles.",
    age_unknown:
      "Aqui, vídeos só são feitos em canais com restrição de idade, e o Discord não disse se este é um deles. Tente de novo em um minuto.",
    otherStyle: (name) =>
      `Todo vídeo daqui recebe o estilo “${name}”. Ele não pode ser removido nem trocado: tente de novo sem escolher um estilo.`,
  },

  leak: {
    atField: `${MAYBE_A_KEY} ${IF_A_KEY} ${IF_NOT_A_KEY}`,
    suspected: {
      title: "Há uma chave aqui?",
      body: [`${MAYBE_A_KEY} Só você vê esta mensagem.`, IF_A_KEY, IF_NOT_A_KEY, NOTHING_CHARGED],
    },
    own: {
      title: "Sua chave de API está aqui",
      body: [
        "O que você enviou contém a sua própria chave de API, então não foi passado adiante nem guardado. Só você vê esta mensagem.",
        "Alguém pode ter visto o que foi digitado no chat: crie uma nova chave no seu painel do serviço de vídeo, apague a antiga lá e adicione a nova aqui.",
        NOTHING_CHARGED,
      ],
    },
    inTheOpen: {
      title: "Isso parece uma chave",
      body: [
        "Algo na sua mensagem parece uma chave de API ou um token de acesso. O Reelay não guardou nada disso. Apague a sua mensagem e, se outras pessoas puderam lê-la, crie uma nova chave.",
        "Chaves vão no formulário privado. Se não era uma chave, use o formulário também para o seu vídeo.",
      ],
    },
  },

  chain: {
    title: (nth) => `Continuar: parte ${nth}`,
    note: (prompt, nth, resolution) =>
      `Começa com o último quadro de “${prompt}”, como parte ${nth}. Aquele vídeo está em ${resolution}: outra resolução muda a nitidez.`,
    promptHint: "O que acontece depois",
    part: (nth, of) => (of === null ? `Parte ${nth}` : `Parte ${nth} de ${of}`),
    earlierVideo: "continua um vídeo anterior",
    thatCard: "continua este cartão",
    begins: "O vídeo começa com este quadro",
    ofCopy: "começa com um quadro da cópia menor, porque o original não estava mais disponível",
    continued: (nth) => `Continua na parte ${nth}`,
    ownPicture: "Clique em “Editar e criar” para começar com uma imagem sua.",
    gone: {
      title: "Não dá para continuar",
      body: ["Nem o arquivo nem o link deste vídeo abrem mais. Nada foi cobrado."],
    },
    notHere: {
      title: "Não dá para continuar",
      body: ["O Reelay não consegue continuar vídeos aqui no momento. Nada foi cobrado."],
    },
  },

  join: {
    button: "Juntar",
    parts: (parts) => count(parts, "parte", "partes"),
    joining: (parts) => `Juntando ${parts} partes…`,
    joiningText: (until) => [
      "É grátis e termina no máximo até ",
      until,
      ". Se nenhum vídeo chegar até lá, clique em “Juntar” de novo.",
    ],
    whole: (parts) => `Partes 1 a ${parts} em um só vídeo`,
    forFree: "Junção gratuita",
    withCopies: "Algumas partes são cópias menores, porque os originais não estavam mais disponíveis",
    done: (parts) => `${parts} partes juntadas`,
    doneText: "O vídeo inteiro já está aqui. Juntar foi grátis.",
    unclear: {
      title: "Talvez já esteja junto",
      body: [
        "O chat não confirmou o vídeo. Procure por ele aqui antes de clicar em “Juntar” de novo. Juntar é grátis.",
      ],
    },
    notJoined: "Não foi possível juntar",
    tooLarge: (megabytes) => `Juntas, as partes passam de ${number(megabytes)} MB, o maior arquivo que cabe aqui.`,
    unequal: (nth) =>
      `A parte ${nth} tem outro tamanho ou formato em relação às anteriores, e juntar não muda nenhum dos dois.`,
    unequalSome: "As partes têm tamanhos ou formatos diferentes, e juntar não muda nenhum dos dois.",
    copyUnequal: (nth) =>
      `Da parte ${nth} só resta a cópia menor, e ela não combina com as outras partes. “Novo link” no cartão dela talvez traga o original.`,
    gone: (nth) =>
      `Nem o arquivo nem o link da parte ${nth} abrem mais. “Novo link” no cartão dela talvez traga outro.`,
    unreadable: (nth) => `Não dá para ler a parte ${nth}.`,
    failed: "Não deu para obter, juntar ou enviar as partes agora. Tente de novo em dois minutos.",
    notTaken: "O Reelay não pode enviar um arquivo aqui.",
    noLink: (part) => `${part}: link expirado`,
    justPressed: {
      title: "Botão já clicado",
      body: [
        "“Juntar” foi clicado aqui há menos de dois minutos. Se nenhum vídeo chegar, clique de novo depois disso.",
      ],
    },
    notHere: {
      title: "Não foi possível juntar",
      body: ["O Reelay não consegue juntar vídeos aqui no momento. Nada foi cobrado."],
    },
  },

  animate: {
    title: "Animar imagem",
    sentence: (words) => `${words}.`,
    leftOut: (count) =>
      count === 1
        ? "1 outro arquivo desta mensagem não pode ser usado: grande demais ou de outro tipo"
        : `${number(count)} outros arquivos desta mensagem não podem ser usados: grandes demais ou de outro tipo`,
    thePicture: (format) => `A imagem: ${format}.`,
    unnamed: "imagem sem nome",
    nothing: "Nada para animar",
    noPicture: `Esta mensagem não tem imagem. Use o comando em uma que tenha. ${PICTURE_KINDS}`,
    sticker: `Não dá para animar uma figurinha. Publique-a como imagem e use o comando nela. ${PICTURE_KINDS}`,
    video: `Esta mensagem tem um vídeo, e só dá para animar imagens. Publique um quadro dele como imagem e use o comando nela. ${PICTURE_KINDS}`,
    forgotten: {
      title: "Expirado",
      body: [
        `O Reelay só guarda uma imagem por uma hora enquanto o formulário está aberto, e esta já foi apagada. ${NOTHING_CHARGED}`,
        "Use o comando na mensagem de novo.",
      ],
    },
  },

  confirm: {
    again: "Criar de novo?",
    nobodyKnows: (mayBeCharged) => `Perdemos o rastro deste vídeo. ${mayBeCharged}`,
    againCosts: (price) => `Criar de novo custa ${credits(price)}, mesmo que o primeiro tenha sido cobrado.`,
    in720p: "Criar em 720p?",
    nothingStarted: "Nada foi iniciado.",
    started: "Seu vídeo foi iniciado.",
    price: (price) => `Criar por ${credits(price)}?`,
    priceText: (price, most) =>
      `Este vídeo custa ${credits(price)}, e você pediu para confirmar acima de ${credits(most)}. Nada foi cobrado ainda.`,
    priceTextAlways: (price) =>
      `Este vídeo custa ${credits(price)}, e você pediu para confirmar sempre. Nada foi cobrado ainda.`,
    priceTextChanged: (price, before) =>
      `Este vídeo agora custa ${credits(price)}; quando você o pediu, custava ${credits(before)}. Nada foi cobrado ainda.`,
    meant: "Você quis dizer isto?",
    meantText: (typed) => [
      "O trecho ",
      typed,
      " do seu prompt parece conter opções. Aqui elas já estão aplicadas e fora do prompt.",
    ],
    cannotUse: (typed, _, names) => [
      "O Reelay não consegue usar ",
      typed,
      `, então isso fica fora do prompt aqui. ${flags(names)}`,
    ],
    flagsAsText: (price) => `Usar minhas palavras como estão${price === null ? "" : ` · ${credits(price)}`}`,
    in720pCosts: (price) => `O vídeo será criado de novo, em 720p. Custa ${credits(price)}.`,
    meantCosts: (price) => `Custa ${credits(price)}. Nada foi cobrado ainda.`,
    goodForAnHour: "Esta pergunta expira em uma hora.",
    tooOld: {
      title: "Expirado",
      body: ["Esta pergunta expirou. Nada foi cobrado.", "Peça o vídeo de novo."],
    },
  },

  wholeText: {
    button: "Ler tudo",
    preparing: { title: "Preparando o texto…", body: ["Isso não gasta créditos."] },
    title: "O texto completo",
    fileHere: "O arquivo tem cada caractere que é enviado. Só você pode vê-lo.",
    fileInDirect: "Um arquivo com cada caractere que é enviado está na sua mensagem direta com o Reelay.",
    unsure: [
      "O Slack não confirmou o envio. Veja a sua mensagem direta com o Reelay. Se o arquivo não estiver lá, clique em “Ler tudo” de novo.",
    ],
    noFile: "Não foi possível enviar o arquivo aqui, então isto mostra tudo o que cabe.",
  },

  deletion: {
    confirm: {
      title: "Apagar este cartão?",
      body: [
        "O cartão some para todo mundo, junto com a notificação e o vídeo neste chat. Os créditos não são devolvidos.",
      ],
      ofService: "O vídeo continua no serviço de vídeo enquanto o link funcionar.",
      ofSaved: (films) =>
        films === 1 ? "O vídeo salvo também será apagado." : "Os vídeos salvos também serão apagados.",
      ofLinked: (films) =>
        films === 1
          ? "O vídeo salvo também será apagado, e o link dele deixa de funcionar na hora."
          : "Os vídeos salvos também serão apagados, e os links deles deixam de funcionar na hora.",
    },
    waiting: {
      title: "Apagando…",
      body: [
        "O Reelay está esperando o chat: talvez ele ainda esteja recebendo o vídeo, ou outras mudanças vêm antes.",
        "Se isto continuar aqui depois de um minuto, clique em “Apagar” de novo.",
      ],
    },
    done: "O cartão foi apagado.",
    notAll: "Nem tudo pôde ser apagado",
    left: {
      notification:
        "Não foi possível apagar a notificação. Se ela ainda aparecer, apague-a manualmente ou fale com um administrador.",
      video: "Não foi possível apagar o vídeo da conversa. Fale com um administrador.",
      card: "Não foi possível apagar o cartão daqui. Se só você o vê, oculte-o; se não, fale com um administrador.",
    },
    savedStays: (films, jobs) => [
      films === 1 ? "O vídeo salvo continua disponível: " : "Os vídeos salvos continuam disponíveis: ",
      jobs,
      films === 1 ? " mostra onde ele está." : " mostra onde eles estão.",
    ],
    notNow: {
      title: "Nem tudo foi apagado ainda",
      body: [
        "O vídeo ainda está sendo adicionado a este chat, ou o chat não apagou tudo agora.",
        "Clique em “Apagar” de novo daqui a um minuto.",
      ],
    },
    kept: "Nada foi apagado.",
  },

  freeText: {
    notYours: {
      title: "Indisponível",
      body: [
        "Só quem escreveu a mensagem pode usar este botão, e só por uma hora. Escreva você mesmo ao Reelay para criar um vídeo.",
      ],
    },
    offer: {
      title: "Transformar isto em vídeo?",
      body: ["Abra o formulário para conferir tudo antes de começar. Nada foi cobrado ainda. Expira em uma hora."],
    },
    what: {
      title: "O que deve acontecer no vídeo?",
      body: ["Descreva em poucas palavras ou abra o formulário."],
    },
    hello: {
      title: "Oi!",
      body: ["Diga ao Reelay o que deve acontecer no vídeo ou abra o formulário."],
    },
    withPicture:
      "Sua imagem está pronta. Abra o formulário e diga o que deve acontecer. Nada foi cobrado ainda. Expira em uma hora.",
    notPictures: (files) =>
      `${files === 1 ? "O arquivo da sua mensagem não é uma imagem, então o Reelay não pode usá-lo" : `Os ${number(files)} arquivos da sua mensagem não são imagens, então o Reelay não pode usá-los`}. Formatos aceitos: PNG, JPEG, WebP e GIF.`,
  },

  queue: {
    place: (nth, time) =>
      `${nth === 1 ? "O próximo da sua fila." : `Na fila, ${number(nth)}º.`}${time === null ? "" : ` Começa em ${time}.`}`,
    starts: "Ele começa automaticamente assim que houver espaço. Nada é cobrado antes disso.",
    willWait: "Você já tem em andamento todos os vídeos permitidos, então este vai esperar a vez.",
    leave: "Sair da fila",
    noRoom: "Se não houver espaço em 2 horas, ele não será iniciado.",
    more: (count) => `… e mais ${number(count)}`,
    reserved: (price) => `Reservado para ele: ${credits(price)}.`,
  },

  outage: {
    down: "O serviço de vídeo está fora do ar",
    downText:
      "O serviço de vídeo não está respondendo agora. Um vídeo iniciado agora pode falhar, e talvez por um tempo não dê para saber se ele foi cobrado.",
    failing: "Muitos vídeos estão falhando agora",
    failingText: (failed, ends) =>
      `Falhas entre os vídeos mais recentes: ${number(failed)} de ${number(ends)}. Os créditos de um vídeo que falha são devolvidos.`,
    startAnyway: "Criar mesmo assim",
  },

  link: {
    asking: { title: "Pedindo um novo link…", body: ["Isso não gasta créditos."] },
    isNew: "Novo link",
    inCard: {
      title: "O vídeo ainda está aqui",
      body: ["O link não funciona mais, mas o Reelay guardou o vídeo: o arquivo está junto ao cartão."],
    },
    kept: "O Reelay ainda tem o vídeo",
    keptText: "O link não funciona mais, e não foi possível publicar o próprio vídeo neste chat.",
    keptGoesOn: (until) => ["O Reelay o guarda até ", until, ": “Continuar” e “Juntar” ainda funcionam."],
    keptAlone: (until) => ["O Reelay o guarda até ", until, `. ${ASK_OPERATORS}`],
    onTheCard: "O cartão já está com o novo link.",
    keepThis: "Não deu para atualizar o cartão, então guarde este link.",
    same: "O link é o mesmo",
    sameText: "O cartão já tem este link. Não sabemos por quanto tempo ele vai funcionar: baixe o vídeo logo.",
    unchanged: "Nada mudou",
    stillGood: (until) => ["O link funciona até ", until, "."],
    none: "Nenhum link novo",
    noLink: [
      "O serviço de vídeo não tem mais um link para este vídeo. Nada mudou.",
      "Confira o seu painel do serviço de vídeo ou crie o vídeo de novo.",
    ],
    noAnswer: ["O serviço de vídeo não respondeu. Nada mudou.", "Tente de novo daqui a alguns minutos."],
    noKey: [
      "Você não tem uma chave de API salva, então não dá para pedir um novo link. Nada mudou.",
      "Adicione a sua chave e depois clique em “Novo link”.",
    ],
    badKey: [
      "O serviço de vídeo não aceita a sua chave. Nada mudou.",
      "Adicione uma nova e depois clique em “Novo link”.",
    ],
    noCredits: [
      "O serviço de vídeo responde que a sua conta não tem créditos suficientes, por isso não deu um novo link. Nada mudou.",
      "Recarregue a sua conta no serviço de vídeo e depois clique em “Novo link”.",
    ],
  },

  commands: {
    commands: {
      make_video: "Criar um vídeo a partir de um texto, com ou sem imagem",
      batch: "Criar vários vídeos de uma vez: cenas ou versões de um prompt",
      key: "Adicionar, verificar ou remover a sua própria chave de API",
      style: "Salvar textos para acrescentar aos seus prompts",
      jobs: "Ver os seus vídeos, em andamento e recentes, e quanto custam",
      settings: "Ver ou mudar as configurações padrão dos seus vídeos",
      team: "Ver o que você pode gastar com a chave da equipe, ou administrá-la",
      data: "Baixar ou apagar os dados que o Reelay guarda sobre você",
      help: "Primeiros passos, preços e o que fazer quando algo dá errado",
    },
    subcommands: {
      key: {
        set: "Adicionar a sua chave de API em um formulário privado",
        status: "Ver qual chave está salva e se ela funciona",
        remove: "Apagar a sua chave de API",
      },
      style: {
        list: "Ver os estilos que você pode escolher",
        save: "Salvar ou mudar um estilo",
        remove: "Remover um estilo",
      },
      team: {
        status: "Ver se você pode gastar os créditos da equipe e quantos restam",
        setup: "Para administradores: a chave, os limites e quem pode gastar",
        report: "Para administradores: quanto custaram os vídeos de cada pessoa",
        approvals: "Para administradores: os vídeos que aguardam aprovação",
      },
      data: {
        export: "Receber um arquivo privado com tudo o que o Reelay guarda sobre você",
        delete: "Apagar tudo, depois de ver o que será apagado",
      },
    },
    options: {
      prompt: "O que deve acontecer no vídeo",
      ratio: "Paisagem ou retrato",
      duration: "Duração do vídeo",
      resolution: "Nitidez e preço",
      image: "Uma imagem para animar",
      image_url: "Ou o endereço de uma imagem (https://…)",
      pay: "De quem são os créditos gastos",
      ping: "Receber um aviso quando um vídeo ficar pronto",
      attach: "Reproduzir o vídeo pronto no cartão ou mostrar só o link",
      visibility: "Quem vê os cartões dos seus vídeos",
      confirm_above: "Quando pedir confirmação antes de gastar créditos",
      style: "Um texto salvo que é acrescentado ao prompt",
      show: "Trazer para cá o cartão deste vídeo",
    },
    animate: "Animar imagem",
  },

  keys: {
    first: {
      title: "Adicione a sua chave de API",
      costs: (price, count) =>
        count === 1
          ? `Este vídeo custa ${credits(price)}, cobrados da sua própria conta.`
          : `Estes ${videos(count)} custam ${credits(price)} no total, cobrados da sua própria conta.`,
    },
    dashboard: "painel",
    where: (dashboard) => ["Você consegue uma chave no seu ", dashboard, " do serviço de vídeo."],
    keptForIt: "Seu pedido fica guardado por uma hora e continua automaticamente assim que a chave for salva.",
    thenPress: (button) => `Adicione a chave e depois clique em “${button}”.`,
    checking: { title: "Verificando a sua chave…", body: ["Isso não gasta créditos."] },
    saved: "Sua chave está salva",
    savedText: (lastFour) => `Sua chave${endingIn(lastFour)} funciona e está guardada com criptografia.`,
    goesOn: (price) => `O pedido que esperava por ela continua agora e custa ${credits(price)}.`,
    videosGoOn: (open) => (open === 1 ? "Seu vídeo continua." : `Seus ${open} vídeos continuam.`),
    youCan: "Agora você já pode criar vídeos.",
    askFirst: (settings, setting, always) => [
      "Para confirmar cada vídeo antes da cobrança, abra ",
      settings,
      ` e escolha “${always}” em “${setting}”.`,
    ],
    tooFewCredits:
      "O serviço de vídeo responde que a sua conta não tem créditos suficientes. Recarregue a conta antes de criar um vídeo.",
    savedUnchecked: "Sua chave está salva, mas não verificada",
    savedUncheckedText: (lastFour) =>
      `Sua chave${endingIn(lastFour)} está guardada com criptografia. O serviço de vídeo não deu uma resposta clara, então ainda não conseguimos verificá-la.`,
    firstVideoShows: "O primeiro vídeo vai mostrar se ela funciona.",
    requestNotStarted: "O pedido que esperava a chave não foi iniciado. Envie-o de novo mais tarde.",
    bad: {
      title: "Esta chave não funciona",
      body: [
        "O serviço de vídeo não aceita esta chave, então ela não foi salva. Se você já tinha uma chave salva, ela continua valendo.",
        "Copie-a e adicione-a de novo.",
      ],
    },
    notAKey: "Isto não é uma chave",
    empty: "Cole a sua chave de API aqui.",
    notOneWord: "Uma chave é uma sequência de caracteres sem espaços. Copie-a de novo e cole-a aqui.",
    nothingSaved: "Nada foi salvo.",
    ifItWasYourKey: "Se isso era a sua chave, ela não foi salva. Adicione-a pelo formulário privado.",
    stored: (lastFour) => `Sua chave${endingIn(lastFour)} está guardada com criptografia.`,
    works: "Sua chave funciona",
    doesNotWork: {
      title: "Sua chave não funciona",
      body: ["O serviço de vídeo não a aceita. Adicione uma nova."],
    },
    notChecked: {
      title: "Não foi possível verificar a sua chave",
      body: ["O serviço de vídeo não deu uma resposta clara. Tente de novo daqui a alguns minutos."],
    },
    yours: "Sua chave de API",
    none: {
      title: "Nenhuma chave salva",
      body: ["Adicione a sua própria chave de API para criar vídeos."],
    },
    removed: { title: "Sua chave foi removida", body: ["O Reelay a apagou."] },
    confirmRemoval: "Remover a sua chave agora?",
    withoutKey: "Sem uma chave, você não pode criar novos vídeos.",
    stillOpen: (open) =>
      open === 1
        ? `${videos(open)} ainda está em andamento e mantém uma cópia criptografada da chave até terminar.`
        : `${videos(open)} ainda estão em andamento e mantêm uma cópia criptografada da chave até terminarem.`,
    notStartedWithout: (waiting) =>
      waiting === 1
        ? `${videos(waiting)} está aguardando. Sem chave, ele não será iniciado.`
        : `${videos(waiting)} estão aguardando. Sem chave, eles não serão iniciados.`,
  },

  team: {
    status: "Créditos da equipe",
    setup: "Chave e regras da equipe",
    report: "Quanto custaram os vídeos da equipe",
    notHere: {
      title: "Só em um servidor ou workspace",
      body: ["A chave de uma equipe funciona no próprio servidor ou workspace. Use este comando lá. Nada foi cobrado."],
    },
    managersOnly: {
      title: "Só para administradores",
      body: [
        "Só os administradores desta equipe podem fazer isso; as aprovações e os relatórios são também para os responsáveis que eles escolheram. Nada mudou.",
      ],
    },
    blockedHere: {
      title: "Não permitido",
      body: ["Um administrador bloqueou você aqui, então você não pode gerenciar esta equipe."],
    },
    standingUnknown: {
      title: "Agora não",
      body: [
        "O chat não disse a tempo se você pode fazer isso. Nada mudou e nada foi cobrado.",
        "Tente de novo em um minuto.",
      ],
    },
    none: {
      title: "Sem chave da equipe",
      body: ["Esta equipe não tem uma chave própria, então cada pessoa usa a sua."],
    },
    addIt: (setup) => ["Um administrador da equipe pode adicionar uma com ", setup, "."],
    may: "Você pode gastar os créditos desta equipe aqui.",
    mayNot: {
      person:
        "Você não pode gastar os créditos desta equipe. Um administrador da equipe pode adicionar você em “Quem pode gastar”.",
      channel:
        "Neste canal não se pode gastar os créditos da equipe. Um administrador pode mudar isso em “Quem pode gastar”.",
      guest: "Convidados e pessoas de outros workspaces não podem gastar os créditos de uma equipe.",
    },
    leftForYou: {
      day: (left) => `Restam para você hoje (UTC): ${credits(left)}.`,
      month: (left) => `Restam para você neste mês: ${credits(left)}.`,
    },
    leftForTeam: {
      day: (left) => `Restam para a equipe hoje (UTC): ${credits(left)}.`,
      month: (left) => `Restam para a equipe neste mês: ${credits(left)}.`,
    },
    noCap: "Não há limite.",
    startsAgain: {
      day: (when) => ["O limite diário (UTC) recomeça em ", when, "."],
      month: (when) => ["O limite mensal (UTC) recomeça em ", when, "."],
    },
    askAdmins: "Dúvidas? Fale com um administrador desta equipe.",
    askManagers: "Dúvidas? Fale com um administrador ou com ",
    overTeam: {
      day: (price, left) => `Este vídeo custa ${credits(price)}, e restam à equipe ${credits(left)} hoje (UTC).`,
      month: (price, left) => `Este vídeo custa ${credits(price)}, e restam à equipe ${credits(left)} neste mês.`,
    },
    overPerson: {
      day: (price, left) =>
        `Este vídeo custa ${credits(price)}, e restam a você ${credits(left)} da equipe hoje (UTC).`,
      month: (price, left) =>
        `Este vídeo custa ${credits(price)}, e restam a você ${credits(left)} da equipe neste mês.`,
    },
    standingUnconfirmed: "O chat não disse a tempo se você ainda pode gastar os créditos desta equipe.",
    capLowered: "Os limites da equipe não permitem mais este vídeo.",
    ownInstead: (price) => `Você pode pagar com a sua própria chave: ${credits(price)}.`,
    withOwnKey: (price) => `Pagar com a minha chave · ${credits(price)}`,
    teamInstead: (price) => `Sua equipe pode pagar por ele: ${credits(price)}.`,
    withTeamKey: (price) => `Pagar com a chave da equipe · ${credits(price)}`,
    addKeyOrAsk: "Adicione a sua própria chave e tente de novo, ou fale com um administrador desta equipe.",
    refused: {
      noKey: {
        title: "Sem chave da equipe",
        body: ["A chave da equipe foi removida antes de este vídeo começar. Nada foi cobrado."],
      },
      badKey: {
        title: "A chave da equipe foi recusada",
        body: ["O serviço de vídeo não aceita a chave da equipe. Nada foi cobrado."],
      },
      noCredits: "A equipe está sem créditos",
      costs: (price) =>
        `Este vídeo custa ${credits(price)}, e a conta da equipe no serviço de vídeo não tem o suficiente. Nada foi cobrado.`,
      next: "Avise um administrador desta equipe, ou pague com a sua própria chave.",
    },
    needsKey:
      "O serviço de vídeo não aceita mais a chave da equipe. Quando um administrador da equipe adicionar uma nova, este vídeo continua sozinho.",
    needsCredits:
      "O serviço de vídeo responde que a conta da equipe não tem créditos suficientes, por isso não mostra o andamento deste vídeo. Ele já está pago, e o Reelay continua verificando. Um administrador pode adicionar créditos.",
    waitingForKey: "Aguardando a chave da equipe",
    linkNeedsKey: [
      "A chave da equipe não funciona, então não podemos pedir um novo link. Nada mudou.",
      "Avise um administrador desta equipe.",
    ],
    linkNeedsCredits: [
      "O serviço de vídeo responde que a conta da equipe não tem créditos suficientes, por isso não deu um novo link. Nada mudou.",
      "Avise um administrador desta equipe.",
    ],
    key: (lastFour) => `Chave da equipe: salva e criptografada${endingIn(lastFour)}.`,
    noKey: "Chave da equipe: nenhuma ainda.",
    per: {
      day: (amount) => `${number(amount)} por dia`,
      month: (amount) => `${number(amount)} por mês`,
    },
    caps: (team, person) => `Limites em créditos: ${team} para a equipe; ${person} por pessoa.`,
    unlimited: "sem limite",
    spenders: {
      nobody: "Quem pode gastar: ninguém ainda.",
      everyone: "Quem pode gastar: todas as pessoas daqui.",
      some: (names) => ["Quem pode gastar: ", ...names, "."],
    },
    places: {
      everywhere: "Onde: em todos os canais.",
      some: (names) => ["Onde: em ", ...names, "."],
    },
    managers: {
      adminsOnly: "Responsáveis: só administradores.",
      some: (names) => ["Responsáveis: administradores, ", ...names, "."],
    },
    andMore: {
      people: (rest) => ` e mais ${number(rest)}`,
      channels: (rest) => ` e mais ${number(rest)}`,
    },
    askAbove: {
      always: "Todo vídeo precisa de aprovação.",
      above: (most) => `Vídeos acima de ${credits(most)} precisam de aprovação.`,
      never: "Nenhum vídeo precisa de aprovação por causa do preço.",
    },
    approvalsChannel: {
      chosen: (channel) => ["Canal de aprovações: ", channel, "."],
      none: "Canal de aprovações: nenhum ainda.",
    },
    ownApproval: {
      yes: "Responsáveis podem aprovar os próprios vídeos.",
      no: "Ninguém pode aprovar os próprios vídeos.",
    },
    buttons: {
      setup: "Configurar",
      key: "Chave da equipe",
      rules: "Regras",
      spenders: "Quem pode gastar",
      remove: "Remover chave da equipe",
      report: "Relatório",
      managers: "Responsáveis",
      house: "Palavras e pessoas",
      pause: "Pausar o Reelay aqui",
      goOn: "Retomar",
      approvals: "Aprovações",
    },
    keyForm: {
      note: "Só você vê este formulário. A chave é testada sem gastar créditos e fica salva e criptografada. Os vídeos que a equipe paga são cobrados na conta dela.",
      hint: "Do painel da sua equipe no serviço de vídeo",
    },
    rulesForm: {
      note: "Os dias e os meses são os de UTC.",
      teamCaps: "Limites da equipe, em créditos",
      personCaps: "Limites por pessoa, em créditos",
      capsHint: (example) => `Por exemplo: ${example}. Vazio: sem limite.`,
      askAbove: "Pedir aprovação",
      always: "Para todos os vídeos",
      above: (most) => `Para vídeos acima de ${credits(most)}`,
      never: "Nunca",
      approvals: "Canal de aprovações",
      approvalsHint: "Necessário para aprovações e para um limite por pessoa",
      approveOwn: "Aprovar os próprios vídeos",
      yes: "Sim, os responsáveis podem",
      no: "Não",
    },
    managersForm: {
      note: "Eles aprovam vídeos e veem os relatórios. Só administradores mudam a chave e as regras.",
      managers: "Responsáveis",
      hint: "Além dos administradores da equipe",
    },
    contentRulesForm: {
      note: "Vale para todos os vídeos feitos aqui, não importa quem paga.",
      words: "Palavras não permitidas em prompts",
      wordsHint: "Uma por linha, até 100",
      blocked: "Pessoas que não podem fazer vídeos aqui",
      blockedHint: "Se ninguém for escolhido, ninguém fica bloqueado",
      ageRestricted: "Só em canais com restrição de idade",
    },
    house: {
      words: (words) => `Não permitidas em prompts: ${count(words, "palavra", "palavras")}.`,
      blocked: (names) => ["Pessoas bloqueadas: ", ...names, "."],
      ageRestricted: "Vídeos só são feitos em canais com restrição de idade.",
      paused: "O Reelay está em pausa aqui: ninguém pode começar vídeos novos.",
      pausedNow: "O Reelay está em pausa aqui. Os vídeos em andamento vão terminar.",
      goesOn: "Já é possível fazer vídeos novos aqui.",
      notYourself: "Você não pode bloquear a si mesmo. Nada foi salvo.",
      badWords: (most, length) =>
        `Até ${number(most)} palavras, uma por linha, com no máximo ${number(length)} caracteres cada. Nada foi salvo.`,
    },
    audit: {
      title: "Registro de atividades",
      none: "Nada ainda.",
      file: "O arquivo contém as últimas 100 entradas. Os horários estão em UTC.",
      somebody: "alguém cujos dados foram apagados",
      did: {
        key_set: "Chave da equipe salva",
        key_removed: "Chave da equipe removida",
        paused: "Reelay em pausa",
        went_on: "Reelay retomado",
        style_saved: "Estilo salvo",
        style_removed: "Estilo removido",
        approved: "Vídeo aprovado",
        declined: "Vídeo recusado",
      },
    },
    spendersForm: {
      everyone: "Todas as pessoas daqui",
      yes: "Sim, todas podem gastar",
      no: "Não, só as escolhidas abaixo",
      people: "Pessoas",
      roles: "Cargos",
      places: "Canais",
      placesHint: "Se nenhum for escolhido, em todos os canais",
    },
    badCap: (given, example) =>
      `“${given}” não é um limite. Digite ${example}, ou só um dos dois, ou deixe o campo vazio.`,
    otherManagers:
      "Outro responsável pode decidir, então ninguém pode aprovar os próprios vídeos. Escolha Não. Nada foi salvo.",
    ownApprovalOff: "Agora outro responsável pode decidir, então ninguém mais pode aprovar os próprios vídeos.",
    rulesSaved: "Salvo",
    savedMeanwhile: {
      title: "Não foi salvo",
      body: [
        "Outra pessoa mudou as regras depois que você abriu o formulário.",
        "Abra o formulário de novo para ver como elas estão agora.",
      ],
    },
    keySaved: (lastFour) => `A chave da equipe${endingIn(lastFour)} está salva e criptografada.`,
    keyUnchecked: "O serviço de vídeo não deu uma resposta clara, então ela ainda não foi verificada.",
    keyWithoutCredits: "O serviço de vídeo responde que a conta da equipe não tem créditos suficientes.",
    nobodyMaySpend: "Ninguém pode gastar ainda: clique em “Quem pode gastar”.",
    noCapYet:
      "Nenhum limite foi definido: quem pode gastar pode usar todos os créditos da conta da equipe. Clique em “Regras” para definir um.",
    confirmRemoval: "Remover a chave da equipe?",
    afterRemoval: "Depois disso, ninguém pode iniciar vídeos com ela. As regras ficam.",
    removed: { title: "A chave da equipe foi removida", body: ["O Reelay a apagou."] },
    noVideos: "Ainda não há vídeos com a chave da equipe.",
    today: "Hoje (UTC)",
    thisMonth: "Este mês",
    lastMonth: "Mês passado",
    deletedPerson: (spent) => `pessoa com dados apagados: ${spent}`,
    row: (made, spent) => `${videos(made)}, ${spent}`,
    inTheFile: (people) => `O arquivo tem mais ${count(people, "pessoa", "pessoas")}.`,
    csv: "O arquivo tem uma linha por pessoa e por mês.",
    fileUnsure: "O relatório foi enviado como arquivo. Se você não o vê, peça de novo.",
    noFile: "Não foi possível enviar o arquivo aqui.",
    working: { title: "Somando…", body: ["Isso não gasta créditos."] },
  },

  teamNews: {
    cap: {
      titles: { most: "A maior parte dos créditos do mês já foi usada", all: "Os créditos do mês acabaram" },
      text: (used, cap) => `Os vídeos da equipe usaram ou reservaram ${number(used)} de ${credits(cap)} neste mês.`,
      noneLeft: "O que resta não dá para outro vídeo.",
      next: "Você pode mudar o limite em “Regras”.",
    },
    noCredits: {
      title: "A conta da equipe está vazia",
      body: [
        "O serviço de vídeo responde que a conta da equipe não tem créditos suficientes. Os vídeos que ele não inicia não são cobrados, e o Reelay continua verificando os que estão em andamento.",
        "Adicione créditos no painel da equipe no serviço de vídeo.",
      ],
    },
    keyRefused: {
      title: "A chave da equipe foi recusada",
      body: [
        "O serviço de vídeo não aceita mais a chave da equipe, então a equipe não paga novos vídeos. Os que estão em andamento esperam uma nova chave.",
        "Adicione uma em “Chave da equipe”.",
      ],
    },
    costMore: {
      title: "Um vídeo custou mais que o preço",
      text: (price, charged) =>
        `O serviço de vídeo cobrou ${credits(charged)} por um vídeo de ${credits(price)}. No mês da equipe conta o que foi cobrado.`,
    },
  },

  approvals: {
    asked:
      "Os responsáveis pela sua equipe precisam aprovar este vídeo primeiro. Até lá, nada é cobrado nem reservado.",
    unreached:
      "Não conseguimos avisar os responsáveis da equipe no canal deles. Fale com um deles: o pedido está na lista de aprovações da equipe.",
    theySee: "Os responsáveis podem ver o seu prompt, e a sua imagem, se houver uma.",
    expires: (when) => ["O pedido expira ", when, "."],
    managers: "responsáveis pela sua equipe",
    approvedBy: (who) => ["Aprovado por ", who, "."],
    declinedBy: (who) => ["Recusado por ", who, ". Nada foi cobrado."],
    reason: (note) => `Motivo: “${note}”`,
    askAgain: "Clique em “Editar e criar” para mudar o vídeo, ou em “De novo” para pedir outra vez.",
    buttons: {
      withdraw: "Retirar",
      approve: (price) => `Aprovar ${credits(price)}`,
      decline: "Recusar",
      showPicture: "Ver a imagem",
    },
    pictureSent: {
      title: "Imagem enviada",
      body: ["Ela está nas suas mensagens diretas com o Reelay. Se não aparecer, clique em “Ver a imagem” de novo."],
    },
    pictureNotSent: {
      title: "Imagem não enviada",
      body: ["O Reelay não conseguiu obter a imagem ou enviá-la a você. Tente de novo em um minuto."],
    },
    question: {
      title: "Aprovar este vídeo?",
      asksSeveral: (who, count, price) => [who, ` pede ${videos(count)} que custam ${credits(price)} no total.`],
      asks: (who, price) => [who, ` pede um vídeo que custa ${credits(price)}.`],
      because: {
        ask_above: "Por causa do preço, ele precisa de aprovação.",
        person_day: "Ele passaria do limite diário desta pessoa, então precisa de aprovação.",
        person_month: "Ele passaria do limite mensal desta pessoa, então precisa de aprovação.",
      },
      leftForPerson: {
        day: (left) => `Restam para esta pessoa hoje (UTC): ${credits(left)}.`,
        month: (left) => `Restam para esta pessoa neste mês: ${credits(left)}.`,
      },
      mayBeOwn: "Esta pessoa também é responsável e pode aprovar o próprio pedido.",
      picture: "Abrir a imagem",
      privatePicture: "Uma imagem privada acompanha o pedido.",
    },
    titles: {
      approved: "Aprovado",
      declined: "Recusado",
      expired: "Expirado",
      withdrawn: "Retirado",
      over: "Não está mais aguardando",
    },
    ended: {
      approved: (who, when) => ["Aprovado por ", who, " (", when, ")."],
      declined: (who, when) => ["Recusado por ", who, " (", when, ")."],
      withdrawn: (who, when) => ["Retirado por ", who, " (", when, ")."],
      expired: (when) => ["Expirou depois de 24 horas sem resposta (", when, ")."],
      over: "Este vídeo não aguarda mais uma aprovação.",
    },
    list: {
      title: "Vídeos aguardando aprovação",
      none: "Nenhum vídeo aguarda aprovação.",
      until: (when) => ["expira ", when],
      choose: "Escolher um pedido",
    },
    here: {
      title: "As aprovações vão chegar aqui",
      body: [
        "Os vídeos que precisam de aprovação serão publicados neste canal com o prompt. Todas as pessoas daqui podem vê-los, e só os responsáveis podem decidir.",
      ],
    },
    declineForm: {
      title: "Recusar este vídeo?",
      note: "Enviar este formulário recusa o vídeo. Se você o fechar, nada é decidido.",
      reason: "Motivo",
      hint: "Aparece no cartão do vídeo.",
    },
    tooMany: {
      title: "Há vídeos demais aguardando",
      text: (most) =>
        `Você pode ter ${videos(most)} aguardando ao mesmo tempo. Este não foi iniciado. Nada foi cobrado.`,
      next: "Retire um deles, ou peça de novo quando um for decidido.",
    },
    notYourOwn: {
      title: "Outra pessoa decide",
      body: [
        "Foi você quem pediu este vídeo, então outro responsável precisa decidir. O pedido continua aberto.",
        "Se você não precisa mais dele, clique em “Retirar” no cartão.",
      ],
    },
    alreadyDecided: "Já foi decidido",
    approvedNow: (who, price) => [
      "O vídeo de ",
      who,
      ` começa assim que houver espaço. Reservado para ele: ${credits(price)}.`,
    ],
    declinedNow: (who) => [who, " vai ver isso no cartão do vídeo. Nada foi cobrado."],
    overTeamCap: {
      title: "Não foi aprovado",
      stillOpen: "O pedido continua aberto e nada foi cobrado. Aprove quando o limite for aumentado, ou recuse.",
    },
    checking: { title: "Um momento…", body: ["Estamos verificando se você pode decidir."] },
    withdrawnNow: { title: "Pedido retirado", body: ["Este vídeo não será criado. Nada foi cobrado."] },
    alreadyBegun: {
      title: "Tarde demais",
      body: ["Este vídeo não está mais aguardando, então não pode ser retirado. O cartão mostra como ele está."],
    },
    channelNeeded: "Aprovações e limites por pessoa precisam de um canal de aprovações. Escolha um. Nada foi salvo.",
    notReached: {
      noAccess: {
        discord:
          "O Reelay não consegue publicar nesse canal, então nada foi salvo. Dê a ele “Ver canal” e “Enviar mensagens” lá e salve de novo.",
        slack:
          "O Reelay não consegue publicar nesse canal, então nada foi salvo. Convide-o com /invite e salve de novo.",
      },
      restricted:
        "As configurações desse canal ou do workspace só deixam algumas pessoas e apps publicarem lá, então nada foi salvo. Escolha outro canal ou peça a um administrador do workspace que mude isso.",
      other: (chat) =>
        `O ${chat} não deixou o Reelay publicar nesse canal, então nada foi salvo. Escolha outro canal. Avise quem administra este bot (${OPERATORS}): o motivo está no log.`,
      outage: (chat) => `O ${chat} não deu uma resposta clara, então nada foi salvo. Tente de novo em um minuto.`,
    },
  },

  shortReplies: {
    cannotSave: {
      title: "Agora não",
      body: [`O Reelay não consegue salvar isso agora. ${NOTHING_CHARGED}`, "Tente de novo daqui a um minuto."],
    },
    teamUnread: {
      title: "Agora não",
      body: [
        `O Reelay não consegue ler as regras da equipe agora. ${NOTHING_CHARGED}`,
        `Tente de novo daqui a um minuto. Se não resolver, avise quem administra este bot: ${OPERATORS}.`,
      ],
    },
    tooManyCommands: {
      title: "Um pouco mais devagar, por favor",
      text: (most) =>
        `Você pode usar até ${most === 1 ? "1 comando" : `${most} comandos`} por minuto. Tente de novo daqui a um minuto.`,
    },
    busy: {
      title: "O Reelay está ocupado",
      text: "O Reelay está ocupado com os comandos de outras pessoas. Tente de novo daqui a um minuto.",
    },
    notAllowedHere: {
      title: "Você não pode criar vídeos aqui",
      because: {
        not_this_team: "Este bot só cria vídeos em certos servidores e workspaces.",
        not_this_channel: "Este bot só cria vídeos em certos canais.",
        no_role: "É preciso ter um cargo que você não tem. Um administrador deste servidor pode dá-lo a você.",
      },
      next: ASK_OPERATORS,
    },
    blocked: {
      title: "Sem permissão",
      body: [`Você não pode criar vídeos com este bot. ${NOTHING_CHARGED}`, ASK_OPERATORS],
    },
    notYours: {
      title: "Este vídeo não é seu",
      body: ["Só a pessoa que pediu este vídeo pode fazer isso. Você pode criar o seu."],
    },
    strayPress: {
      title: "Nada aconteceu",
      body: [
        "Este botão não pertence à mensagem em que foi clicado. Nada foi cobrado.",
        "Use o cartão do próprio vídeo: você pode trazê-lo para cá pela sua lista de vídeos.",
      ],
    },
    goneCard: {
      title: "Expirado",
      body: [
        `O registro deste vídeo foi apagado, então os botões dele não funcionam mais. ${NOTHING_CHARGED}`,
        "Peça um novo vídeo.",
      ],
    },
    noSuchVideo: {
      title: "Vídeo não encontrado",
      body: [
        "Nenhum dos seus vídeos tem um identificador que começa assim, ou vários têm. A sua lista de vídeos mostra os identificadores: informe seis caracteres ou mais.",
      ],
    },
    forgottenPrompt: {
      title: "Expirado",
      body: [`Esse prompt não está mais salvo. ${NOTHING_CHARGED}`, "Digite-o de novo."],
    },
    stillStarting: {
      title: "Começando agora",
      body: ["Este vídeo está começando agora. Você pode trazer o cartão dele para cá daqui a pouco."],
    },
    unknownAct: {
      title: "De outra versão",
      text: `Isso é de outra versão do Reelay, então não funciona aqui. ${NOTHING_CHARGED}`,
      next: (help) => ["Digite ", help, " para ver o que você pode fazer."],
    },
    notPrepared: {
      title: "Algo deu errado",
      body: [
        `O Reelay não conseguiu preparar essas informações. ${NOTHING_CHARGED}`,
        `Tente de novo daqui a um minuto. Se não resolver, avise quem administra este bot: ${OPERATORS}.`,
      ],
    },
    somethingWentWrong: {
      title: "Algo deu errado",
      body: [
        `Algo deu errado no Reelay, e nenhum vídeo foi iniciado. ${NOTHING_CHARGED}`,
        "Tente de novo daqui a um minuto.",
      ],
    },
    alreadyOnItsWay: {
      title: "Já está em andamento",
      body: ["Este vídeo já está em andamento. Este clique não iniciou outro."],
    },
    notifiedToo: {
      title: "Vamos avisar você também.",
      body: ["Vamos mencionar você quando este vídeo terminar."],
    },
    justStarted: {
      title: "Acabou de ser iniciado",
      body: [
        "Um vídeo acabou de ser iniciado a partir deste cartão. Para criar outro, envie o formulário de novo daqui a alguns segundos. Nada foi cobrado por este envio.",
      ],
    },
    notifiedUntil: {
      title: "Vamos avisar você também, por um tempo.",
      text: (when) => [
        "Se este vídeo terminar até ",
        when,
        ", vamos mencionar você. Depois disso, o Reelay só pode avisar quem pediu o vídeo.",
      ],
    },
    nobodyNotified: {
      title: "Aqui não dá para avisar",
      body: ["O Reelay só pode avisar quem pediu este vídeo. Você não entrou na lista."],
    },
    notifiedAnyway: {
      title: "Vamos avisar você de qualquer forma.",
      body: ["Este vídeo é seu: vamos mencionar você quando ele terminar."],
    },
    listFull: {
      title: "A lista está cheia",
      body: ["Uma mensagem não pode mencionar mais pessoas. O cartão é atualizado para todo mundo."],
    },
    alreadyOver: {
      title: "Já terminou",
      body: ["Não há mais o que esperar: o resultado está no cartão."],
    },
    stillRunning: {
      title: "Ainda em andamento",
      body: [
        "Este vídeo ainda está sendo criado, então o cartão dele fica. Um vídeo que já começou não pode ser interrompido.",
        "Você pode apagar o cartão quando o vídeo terminar.",
      ],
    },
  },

  frontEnd: {
    restarting: { title: "O Reelay está reiniciando", body: ["Nada foi cobrado. Tente de novo daqui a um minuto."] },
    unreadable: { title: "O Reelay não conseguiu ler isso", body: ["Nada foi cobrado. Tente de novo."] },
    unfinished: { title: "Algo deu errado", body: ["Confira a situação antes de tentar de novo."] },
    closed: { title: "Demorou demais para abrir", body: ["Nada foi cobrado. Tente de novo."] },
    notOpened: { title: "O Slack não abriu isto", body: ["Nada foi cobrado. Tente de novo em um minuto."] },
    unpostable: {
      title: "O Reelay não conseguiu mostrar o cartão do seu vídeo",
      because: {
        no_access: "Convide o Reelay para este canal ou tente outro.",
        restricted:
          "As configurações deste canal ou do workspace só deixam algumas pessoas e apps publicarem aqui. Tente outro canal ou fale com um administrador do workspace.",
        other: `O Slack recusou. Tente outro canal. Se isso não resolver, avise quem administra este bot (${OPERATORS}): o motivo está no log.`,
        outage: "O Slack não está aceitando agora. Tente de novo em um minuto.",
      },
    },
    notInstalled: {
      title: "O Reelay não está instalado neste workspace",
      body: ["Nada foi cobrado. Peça a um administrador do workspace que o instale de novo."],
    },
    inDirect: {
      title: "O cartão do seu vídeo está nas suas mensagens diretas",
      body: ["Só você o vê, como nas suas configurações."],
    },
    notInChannel: {
      no_access: {
        title: "O Reelay não está neste canal",
        text: (command) => [
          "Por isso, o cartão do seu vídeo não pode ser atualizado aqui enquanto ele é criado. Para resolver, digite ",
          command,
          ".",
        ],
      },
      restricted: {
        title: "O Reelay não pode publicar neste canal",
        body: [
          "As configurações deste canal ou do workspace só deixam algumas pessoas e apps publicarem aqui. Por isso, o cartão do seu vídeo não pode ser atualizado aqui enquanto ele é criado. Um administrador do workspace pode mudar isso.",
        ],
      },
      other: {
        title: "O Slack recusou o cartão neste canal",
        body: [
          `Por isso, o cartão do seu vídeo não pode ser atualizado aqui enquanto ele é criado. Avise quem administra este bot (${OPERATORS}): o motivo está no log.`,
        ],
      },
    },
    whyHere: "O Reelay não consegue escrever no canal onde você pediu, por isso o cartão está aqui.",
    moderated: {
      title: "Bloqueado pela moderação do Discord",
      automod:
        "O AutoMod não deixou o Reelay responder neste servidor, então nenhum vídeo foi iniciado. Nada foi cobrado.",
      links:
        "O filtro do Discord contra links nocivos não deixou o Reelay responder, então nenhum vídeo foi iniciado. Nada foi cobrado.",
      next: "Mude o prompt e tente de novo. Um administrador deste servidor pode liberar o cargo do Reelay em uma regra do AutoMod.",
      nextLinks: "Tire o link do prompt e tente de novo.",
    },
    refusedAnswer: {
      title: "O Discord recusou a resposta do Reelay",
      body: [
        "O Discord não aceitou aqui a resposta do Reelay, então nenhum vídeo foi iniciado. Nada foi cobrado.",
        `Tente de novo, ou em outro canal. Se isso não resolver, avise quem administra este bot (${OPERATORS}): o motivo está no log.`,
      ],
    },
  },

  forms: {
    format: "Formato, resolução e duração",
    save: "Salvar",
    makeIt: "Criar",
    prices: (list) => `Preços: ${list}.`,
    key: {
      note: "Só você vê este formulário. A chave é testada sem gastar créditos e guardada com criptografia.",
      waits: (price) => `O vídeo que espera por ela custa ${credits(price)} e continua automaticamente.`,
      label: "Chave de API",
      hint: "No seu painel do serviço de vídeo",
    },
    creditsAreTaken: "Os créditos são cobrados quando o vídeo começa e devolvidos se ele falhar.",
    newVideo: "Isso cria um novo vídeo. Os créditos são cobrados quando ele começa e devolvidos se ele falhar.",
    pictureAgain: "Envie a imagem de novo",
    risk: (atMost) => `O primeiro vídeo pode ter custado até ${credits(atMost)}. Este é cobrado à parte.`,
    prompt: "Prompt",
    promptHint: "O que deve acontecer no vídeo",
    resolution: "Resolução e preço",
    picture: "Imagem",
    address: "Endereço da imagem",
    hints: {
      upload: (most) => `Uma imagem para animar, até ${number(most)} MB.`,
      address: (most) => `O endereço (https://…) de uma imagem para animar, até ${number(most)} MB.`,
      uploadKept: (most) => `Se ficar vazio, vale a imagem anterior. Até ${number(most)} MB.`,
      uploadEmpty: (most) => `Até ${number(most)} MB.`,
      addressEmpty: (most) => `https://…, até ${number(most)} MB.`,
      gone: (most) => `A imagem anterior não abre mais. Adicione-a de novo, ou outra, até ${number(most)} MB.`,
    },
  },

  slackForms: {
    close: "Fechar",
    where: "Para onde vai o cartão",
    whereHint: "Deixe vazio para enviar às suas mensagens diretas com o Reelay.",
    upTo: (most) => `Até ${number(most)} caracteres`,
    or: (label) => `Ou: ${label.toLowerCase()}`,
    noHiding:
      "O Slack não tem um campo que oculte o que é digitado: a sua chave fica visível aqui enquanto você digita, também para quem vê a sua tela.",
    noFiles: "Não é possível enviar arquivos aqui: quem administra este bot não configurou isso.",
  },

  choices: {
    ratio: { "16:9": "16:9 (paisagem)", "9:16": "9:16 (retrato)" },
    asPicture: "Igual ao da imagem",
    resolution: (resolution, ten, fifteen) => `${resolution} (${ten} créditos por 10 s, ${fifteen} por 15 s)`,
    pay: { mine: "Minha própria chave", team: "A chave da equipe" },
    payByItself: "Minha própria chave ou, sem ela, a da equipe",
    ping: {
      on: "Ativadas",
      off: "Desativadas",
      channel: "Ativadas, e também no canal",
    },
    attach: { yes: "Reproduzir no cartão, se possível", no: "Só o link" },
    attachInThread: "Reproduzir na conversa do cartão, se possível",
    visibility: { here: "Todos aqui veem o cartão", private: "Só eu vejo o cartão" },
    confirmAbove: {
      always: () => "Sempre",
      above: (most) => `Acima de ${credits(most)}`,
      never: () => "Nunca",
    },
  },

  settings: {
    yours: "Suas configurações",
    saved: "Suas configurações estão salvas",
    note: "Configurações padrão dos seus vídeos.",
    first: "As opções de um pedido têm prioridade sobre estas, e uma imagem mantém o próprio formato.",
    labels: {
      ratio: "Formato",
      duration: "Duração",
      resolution: "Resolução",
      ping: "Notificações",
      attach: "Arquivo do vídeo",
      visibility: "Visibilidade",
      confirm_above: "Confirmar antes de gastar",
      pay: "Quem paga",
    },
    line: (label, chosen) => `${label}: ${chosen}`,
    bad: (given, allowed) => `“${given}” não é uma das opções. Escolha ${allowed}.`,
    nothingChanged: "Nada foi alterado",
  },

  data: {
    title: "Seus dados",
    gathering: { title: "Preparando o seu arquivo…", body: ["Isso não gasta créditos."] },
    fileHere:
      "Este arquivo tem tudo o que o Reelay guarda sobre você. Só você o vê aqui: baixe-o antes de fechar o Discord.",
    fileInDirect:
      "Tudo o que o Reelay guarda sobre você está em um arquivo nas suas mensagens diretas com o Reelay. Ele fica lá até você apagá-lo.",
    leftOut: (entries) =>
      `O arquivo inteiro seria grande demais para este chat, então ${entries === 1 ? "o registro mais antigo ficou" : `os ${number(entries)} registros mais antigos ficaram`} de fora.`,
    notTheKey: "A sua chave em si não está nele, só os últimos quatro caracteres dela.",
    notNow: {
      title: "Não deu para enviar o seu arquivo agora",
      body: ["O chat não deu uma resposta clara. Peça de novo em um minuto."],
    },
    unsure: {
      title: "Seu arquivo pode ter chegado",
      body: [
        "O Slack não confirmou o envio. Confira as suas mensagens diretas com o Reelay. Se o arquivo não estiver lá, peça de novo.",
      ],
    },
    noFile: {
      title: "Não dá para enviar arquivos aqui",
      body: [
        "O Reelay não consegue enviar arquivos neste chat. Peça de novo em uma mensagem direta com ele, ou peça a um administrador que permita arquivos.",
      ],
    },
    wouldHold: (parts, jobs) => [`O arquivo conteria: ${parts}. `, jobs, " mostra os seus vídeos aqui."],
    nothingKept: {
      title: "Nenhum dado guardado",
      body: ["O Reelay não guarda nada sobre você, então não há nada para apagar."],
    },
    confirm: "Apagar os seus dados?",
    permanentlyDeleted: (parts) => `Será apagado para sempre: ${parts}.`,
    stays: [
      "Os cartões, as mensagens e os arquivos no chat ficam onde estão. Se quiser tirar algum cartão, apague-o antes: depois disso, os botões dele param de funcionar.",
      "Quem administra este bot ainda pode ter backups e logs.",
    ],
    teamSums:
      "O que uma equipe pagou por vídeos seus fica nos totais dela como “pessoa com dados apagados”. Até o fim do dia e do mês, isso ainda conta para os seus limites.",
    deleted: "Seus dados foram apagados",
    forgotten: "O Reelay apagou o que guardava sobre você.",
    sevenDays:
      "Por sete dias, ele guarda só os identificadores dos seus últimos vídeos, para que nenhum seja criado duas vezes.",
    going: {
      title: "Seus dados estão sendo apagados",
      body: ["Isso leva um momento. Você não precisa fazer mais nada."],
    },
    tooOldText: (command) => [
      "Nada foi apagado: esta pergunta tem mais de 15 minutos. Peça de novo com ",
      command,
      ".",
    ],
    notYours: { title: "Dados de outra pessoa", body: ["Só quem pediu pode fazer isso. Nada foi apagado."] },
    parts: {
      key: "sua chave de API",
      settings: "suas configurações",
      welcomed: "a anotação de que você já recebeu as boas-vindas",
      ended: (ended) => `os registros de ${count(ended, "vídeo anterior", "vídeos anteriores")}, com prompts e links`,
      films: (films) =>
        `${count(films, "vídeo guardado", "vídeos guardados")} com ${films === 1 ? "seu link" : "seus links"}`,
      kept: (requests) => `${count(requests, "pedido", "pedidos")} que você ainda não iniciou`,
      costs: (costs) => `o custo de ${videos(costs)}`,
      open: (open) => `${videos(open)} em andamento`,
    },
    withdrawn: (waiting) =>
      waiting === 1
        ? `${videos(waiting)} está aguardando e será retirado: não será criado nem cobrado.`
        : `${videos(waiting)} estão aguardando e serão retirados: não serão criados nem cobrados.`,
    stillOpen: (open) =>
      open === 1
        ? `${videos(open)} ainda está em andamento e não pode ser interrompido: você recebe o resultado, e depois ele também é apagado.`
        : `${videos(open)} ainda estão em andamento e não podem ser interrompidos: você recebe os resultados, e depois eles também são apagados.`,
    justEnded: (ended) =>
      ended === 1
        ? `${videos(ended)} acabou de terminar e será apagado assim que o cartão for atualizado.`
        : `${videos(ended)} acabaram de terminar e serão apagados assim que os cartões forem atualizados.`,
    nothing: "nada",
    listed: (first, last) => `${first.join("; ")}; e ${last}`,
  },

  spending: {
    thisMonth: (spent) => `Este mês: ${spent}.`,
    lastMonth: (spent) => `No mês passado: ${spent}.`,
    none: "nenhum crédito usado",
    spent: (spent) => count(spent, "crédito usado", "créditos usados"),
    refunds: (charged, refunded) =>
      ` (${count(charged, "cobrado", "cobrados")}, ${count(refunded, "devolvido", "devolvidos")})`,
    maybe: (atMost) => `, mais até ${count(atMost, "crédito não confirmado", "créditos não confirmados")}`,
  },

  list: {
    title: "Seus vídeos",
    page: (page) => `Seus vídeos, página ${page}`,
    none: "Você ainda não pediu nenhum vídeo.",
    noOlder: "Não há vídeos mais antigos.",
    choose: "Trazer um cartão para cá…",
    kept: (when) => ["guardado aqui, expira ", when],
  },

  home: {
    make: "A partir de um texto, com ou sem imagem.",
    welcome: {
      title: "Boas-vindas ao Reelay",
      describe: (command) => [
        "Diga o que deve acontecer, e o Reelay cria um vídeo curto: digite ",
        command,
        " em qualquer canal ou escreva para o Reelay aqui.",
      ],
      addKey:
        "Os vídeos são cobrados na sua própria conta no serviço de vídeo, então adicione primeiro a sua chave de API.",
    },
  },

  help: {
    title: "Como criar um vídeo",
    parts: {
      start: "Primeiros passos",
      prices: "Preços",
      yours: "Sua chave e seus dados",
      know: "Bom saber",
      now: "Situação atual",
    },
    sample: "um gato surfando",
    addKey: (command) => [
      "Adicione a sua própria chave de API com ",
      command,
      ". Você a obtém na sua conta no serviço de vídeo.",
    ],
    describe: (command) => [
      "Diga o que deve acontecer: ",
      command,
      ". O cartão mostra o progresso, e você recebe um aviso quando o vídeo ficar pronto.",
    ],
    several: (command) => ["Vários vídeos de uma vez, cenas ou versões de um prompt: ", command, "."],
    options: (command) => [
      "Formato, duração, resolução e uma imagem são opções de ",
      command,
      ", todas opcionais. Para animar a imagem de uma mensagem, abra o menu dela: Aplicativos, Animar imagem.",
    ],
    flags: (flags, command) => [
      "Para escolher o resto, coloque opções depois do prompt: ",
      flags,
      ". ",
      command,
      " sozinho abre um formulário.",
    ],
    otherFlags: (flag) => [
      "Opções escritas no prompt, como ",
      flag,
      ", também são entendidas. Em caso de dúvida, o Reelay pergunta antes de pagar.",
    ],
    pricesNote: "Os créditos são cobrados no início e devolvidos se o vídeo falhar.",
    spentUnknown: "Não foi possível consultar os seus gastos deste mês.",
    key: (status, remove) => ["Sua chave: ", status, " mostra se ela funciona, ", remove, " a apaga."],
    contact: (contact) => ["Dúvidas sobre este bot: ", contact],
    terms: "Termos de uso",
    privacy: "Política de privacidade",
    goOn: "“Continuar” no cartão de um vídeo pronto cria a próxima parte, a partir do último quadro.",
    join: "“Juntar” reúne todas as partes em um só vídeo, de graça.",
    cannotStop: "Um vídeo que já começou não pode ser interrompido. “Apagar” só remove o cartão e a notificação dele.",
    cannotStopSaved:
      "Um vídeo que já começou não pode ser interrompido. “Apagar” remove o cartão e a notificação dele, e pergunta se o vídeo salvo também deve ser apagado.",
    kept: (days, get, forget) => [
      `Os prompts ficam guardados por ${days === 1 ? "1 dia" : `${number(days)} dias`} depois do fim de um vídeo. `,
      "O que é guardado sobre você: ",
      get,
      " envia em um arquivo privado, ",
      forget,
      " apaga tudo.",
    ],
    links: "Os links funcionam por cerca de 2 horas.",
    savedLinks: (days) =>
      `O Reelay guarda os vídeos prontos por até ${count(days, "dia", "dias")}, e os links deles funcionam durante esse tempo.`,
    savedAlone: (days) =>
      `Os links funcionam por cerca de 2 horas. O Reelay guarda os próprios vídeos por até ${count(days, "dia", "dias")}: quando um link expirar, clique em “Novo link”.`,
    allWell: "Tudo funcionando normalmente.",
    trouble: (troubles) => `Problemas no momento: ${troubles}.`,
    orVideo: {
      title: "Ajuda ou um vídeo?",
      text: (price) =>
        `Clique em “Ajuda” para ver como o Reelay funciona ou em “Criar” para fazer um vídeo só com esta palavra. O vídeo custa ${credits(price)}. Nada foi cobrado ainda.`,
    },
    missing: {
      view_channel: `O Reelay não consegue ver este canal, então não pode mais atualizar o cartão depois de 15 minutos. ${allow("Ver canal")}`,
      send_messages: `O Reelay não consegue escrever neste canal, então talvez precise avisar você por mensagem direta. ${allow("Enviar mensagens")}`,
      send_in_threads: `O Reelay não consegue escrever neste tópico, então talvez precise avisar você por mensagem direta. ${allow("Enviar mensagens em tópicos")}`,
      embed_links: `Os links do Reelay não mostram prévia neste canal. ${allow("Inserir links")}`,
      attach_files: `O Reelay não consegue publicar arquivos neste canal, então os vídeos chegam como link. ${allow("Anexar arquivos")}`,
      read_history: `O Reelay não consegue responder ao próprio cartão neste canal, então os avisos aparecem como mensagens separadas. ${allow("Ver histórico de mensagens")}`,
    },
  },

  install: {
    installed: {
      title: "O Reelay está instalado",
      text: (command) => `Digite ${command} no Slack para criar seu primeiro vídeo.`,
    },
    open: "Abrir o Slack",
    denied: {
      title: "O Reelay não foi instalado",
      text: "Você escolheu não permitir, e nada mudou. Você pode começar de novo quando quiser.",
    },
    stale: {
      title: "Esta página expirou",
      text: "Ela ficou aberta por mais de dez minutos, veio de outro navegador ou foi carregada duas vezes. Se o Reelay já está no seu workspace, não há mais nada a fazer. Se não, comece de novo.",
    },
    refused: {
      title: "O Slack não aceitou a instalação",
      text: `O Reelay não está instalado: há algo errado na configuração dele. Avise quem o administra (${OPERATORS}): o log diz o que é.`,
    },
    broken: {
      title: "Algo deu errado",
      text: `O Reelay ainda não está instalado. Comece de novo daqui a um minuto. Se não resolver, avise quem o administra: ${OPERATORS}.`,
    },
    again: "Começar de novo",
  },
};
