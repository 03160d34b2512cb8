import type { Translation } from "../catalogue.ts";
import { numbersIn } from "../numbers.ts";
import { OPERATORS } from "../operators.ts";

const { number } = numbersIn("ja");

const amounts: Translation["amounts"] = {
  number,
  sentenceGap: "",
  comma: "、",
  or: "、",
  quoted: (text) => `「${text}」`,
  credits: (credits) => `${number(credits)}クレジット`,
  videos: (videos) => `${number(videos)}本`,
  seconds: (seconds) => `${number(seconds)}秒`,
  percentDone: (percent) => `${percent}%完了`,
  between: " ",
  lessThanAMinute: "1分未満",
  aboutMinutes: (minutes) => `約${number(minutes)}分`,
  aboutHours: (hours) => `約${number(hours)}時間`,
};
const { credits, videos } = amounts;

function endingIn(lastFour: string): string {
  return lastFour === "" ? "" : `（末尾${lastFour}）`;
}

const ASK_OPERATORS = `このボットの運営者（${OPERATORS}）にお問い合わせください。`;
const NOTHING_CHARGED = "課金されていません。";
const allow = (permission: string) => `管理者がチャンネルの設定で「${permission}」を許可できます。`;
const PICTURE_KINDS = "使える形式はPNG、JPEG、WebP、GIFです。";
const ALL_PICTURE_KINDS = "使える形式はPNG、JPEG、WebP、GIF、HEIC、AVIF、TIFF、BMPです。";
const PICTURE_AGAIN = "PNGかJPEGで保存し直すか、別の画像を使ってください。";
const flags = (names: string) => `使えるオプション：${names}。`;
const IF_A_KEY =
  "キーの場合は、取得した場所で新しいキーを作成し、古いキーを削除してください。チャットに書いた内容は、誰かに見られた可能性があります。";
const MAYBE_A_KEY = "APIキーかトークンが含まれているようです。そのため、送信も保存もしていません。";
const IF_NOT_A_KEY = "キーでない場合は、別の書き方をしてください。";

export const ja: Translation = {
  locale: "ja",
  serviceName: {
    動画サービス: "{}",
  },
  amounts,
  nothingCharged: NOTHING_CHARGED,

  buttons: {
    notifyMe: "自分にも通知",
    again: "もう一度",
    edit: "編集して作成",
    in720p: "720pで作成",
    continue: "続きを作成",
    startIt: "作成を開始",
    cancel: "キャンセル",
    freshLink: "新しいリンク",
    delete: "削除",
    deleteCard: "カードだけ削除",
    makeVideo: "動画を作成",
    makeThis: "この動画を作成",
    addKey: "キーを追加",
    checkKey: "キーを確認",
    replaceKey: "キーを変更",
    removeKey: "キーを削除",
    changeSettings: "設定を変更",
    changeDelivery: "受け取り方を変更",
    removeAnyway: "それでも削除",
    deleteData: "データを削除",
    newer: "より新しい動画",
    older: "より古い動画",
    reopenForm: "フォームをもう一度開く",
    help: "ヘルプ",
    getKey: "キーを取得",
    checkCredits: "クレジットを確認",
  },

  card: {
    received: {
      title: "リクエストを受け付けました",
      body: ["動画の作成中、このカードは更新されます。更新できない場合は、新しいメッセージでお知らせします。"],
    },
    starting: "開始しています…",
    queued: {
      title: "順番待ち",
      body: [
        "動画サービスが混み合っているため、この動画は順番待ちです。順番が来ると自動で開始されます。まだ課金されていません。",
      ],
    },
    fetchingFilm: "前の動画を取得しています。この動画はその最後のフレームから始まります。まだ課金されていません。",
    serviceAway: "動画サービスに接続できません。Reelayが再試行を続けています。まだ課金されていません。",
    notConfirmed:
      "動画サービスからこの動画の確認がまだ届いていません。Reelayがリクエストを再送しています。課金は最大1回です。",
    making: "動画を作成しています",
    overdue: {
      title: "まだ完成していません…",
      body: ["通常よりかなり時間がかかっています。Reelayは確認を続け、進展があればこのカードを更新します。"],
    },
    needsKey:
      "キーが動画サービスで受け付けられなくなりました。新しいキーを追加すると、この動画の作成は自動で続きます。",
    needsCredits:
      "アカウントのクレジットが足りないため、動画サービスから進み具合の応答がありません。この動画は支払い済みで、Reelayは確認を続けます。このままの場合は、アカウントにクレジットを追加してください。",
    silent: {
      no_answer:
        "動画サービスから今は有効な応答がありません。支払い済みの動画の作成は通常サービス側で続いており、Reelayは確認を続けます。",
      no_link: "動画サービスは動画の完成を報告していますが、リンクがまだ届いていません。Reelayは確認を続けます。",
    },
    updatesStop: "このカードの更新はまもなく終わります。結果はダイレクトメッセージでお知らせします。",
    noPercentage: "進行中",
    left: (time) => `残り${time}`,
  },

  facts: {
    byTeam: {
      will: "チームのキーで支払います",
      paid: "チームのキーで支払い済み",
      perhaps: "課金された場合は、チームのキーで支払い済み",
    },
    askedBy: (person) => ["リクエスト：", person],
    price: (price) => `料金：${credits(price)}`,
    shapeOfPicture: "画像と同じ縦横比",
    fromPicture: "画像から作成",
    sentAs: (width, height) => `${number(width)} × ${number(height)}で送信`,
    moreSent: (characters: number) => `…ほか${number(characters)}文字（すべて送信されます）`,
    moreCharacters: (characters) => `（残り${number(characters)}文字）`,
  },

  state: {
    waitingToStart: "開始待ち",
    waitingForApproval: "承認待ち",
    waitingForTurn: "順番待ち",
    waitingForFilm: "前の動画の完成待ち",
    starting: "開始中",
    waitingForKey: "キー待ち",
    waitingForCredits: "クレジット不足（確認を継続中）",
    running: "作成中",
    ready: "完成",
    doneWithoutLink: "完成（リンクなし）",
    failed: (refunded) => `失敗（${credits(refunded)}返却済み）`,
    refused: "拒否（課金なし）",
    notStarted: "開始されず（課金なし）",
    nobodyKnows: "不明（課金された可能性あり）",
    ended: "すべて終了",
  },

  outcome: {
    ready: "動画が完成しました",
    tooLarge: "動画がこのチャットには大きすぎるため、リンクだけをお知らせします。",
    copyHere: "ここではサイズを小さくしたコピーを再生できます。元の動画はリンクから見られます。",
    notTaken: "動画をこのチャットに投稿できなかったため、リンクだけをお知らせします。",
    link: "動画を見る・ダウンロードする",
    linkIsNew: "新しいリンクです。いつまで使えるかわからないため、早めに動画をダウンロードしてください。",
    linkExpires: (when) => ["リンクの有効期限：", when],
    linkHasExpired: (when) => [
      "リンクはおそらく期限切れです（",
      when,
      "）。動画サービスのダッシュボードを確認するか、動画をもう一度作成してください。",
    ],
    linkHasExpiredKept: (when, until) => [
      "リンクはおそらく期限切れです（",
      when,
      "）。動画は ",
      until,
      " まで保存されています。「新しいリンク」を押してください。",
    ],
    used: (amount) => `${credits(amount)}を使用しました。`,
    usedAbout: (amount) => `約${credits(amount)}を使用しました。`,
    noLink: {
      title: "完成しましたが、リンクがありません",
      body: ["動画サービスで動画は完成しましたが、リンクが返されませんでした。"],
    },
    failed: "失敗（クレジット返却済み）",
    failedText: (refund) => `動画の作成に失敗しました。${refund}もう一度試すか、プロンプトを変えてください。`,
    reason: (text) => `動画サービスによる理由：「${text}」`,
    refund: (amount) => `${credits(amount)}が返却されました。`,
    refundAbout: (amount) => `約${credits(amount)}が返却されました。`,
    notStarted: "開始されませんでした",
    dearer: "待っている間に料金が上がりました。",
    pressAgain: "今すぐ開始するには「もう一度」を押してください。",
    pressRetry: "今すぐ開始するには「失敗した動画をやり直す」を押してください。",
    why: {
      too_old: "Reelayが長い間停止していたため、動画は開始されませんでした。課金されていません。",
      restored:
        "Reelayはバックアップから復元されました。この動画はバックアップの後に作成済みの可能性があります。復元後のReelayは、この動画について課金していません。",
      answer_lost: "最初のカードが表示されたか確認できなかったため、動画は開始されませんでした。課金されていません。",
      answer_refused: "コマンドへの応答が届かなかったため、動画は開始されませんでした。課金されていません。",
      answered_elsewhere:
        "このボットの別のプロセスがコマンドに応答し、この動画を作成した可能性があります。こちらのプロセスは、この動画について課金していません。",
      store: "Reelayがリクエストを時間内に保存できなかったため、動画は開始されませんでした。課金されていません。",
      expired: "24時間以内に承認されなかったため、動画は開始されませんでした。課金されていません。",
      withdrawn: "リクエストは開始前に取り下げられました。課金されていません。",
      no_turn: "2時間以内に空きができなかったため、動画は開始されませんでした。課金されていません。",
      film_gone:
        "続きの元になる動画が見つかりません。ファイルもリンクも、もう開けません。この動画は開始されず、課金されていません。",
      no_frame:
        "続きの元になる動画の最後のフレームを取り出せなかったため、この動画は開始されませんでした。課金されていません。",
      stopped: "一緒にリクエストした別の動画が拒否されたため、この動画は開始されませんでした。課金されていません。",
      broken: "続きの元になる動画が作成されなかったため、この動画は開始されませんでした。課金されていません。",
    },
  },

  unknown: {
    title: "この動画が作成されたかどうかわかりません",
    answerLost: "動画サービスから明確な応答がなかったため、動画が開始されたかどうかわかりません。",
    silent: "動画は開始されましたが、その後、動画サービスから情報が届かなくなりました。",
    mayBeCharged: (atMost) => `最大${credits(atMost)}が課金された可能性があります。`,
    whereToLook: ["動画サービスのダッシュボードを確認してください。"],
    whereToLookFor: (task) => ["動画サービスのダッシュボードを確認してください。タスクは ", task, " です。"],
    secondCosts: "もう一度リクエストすると2本目の動画になり、別途課金されます。",
  },

  several: {
    making: (count) => `動画${videos(count)}を作成中`,
    ready: (count) => `動画${videos(count)}が完成しました`,
    partly: (ready, count) => `動画${videos(count)}のうち${number(ready)}本が完成`,
    none: (count) => `動画${videos(count)}はどれも作成されませんでした`,
    nth: (nth, prompt) => `${number(nth)}. ${prompt}`,
    charged: (amount) => `課金：${credits(amount)}`,
    cameBack: (amount) => `返却：${credits(amount)}`,
    perhaps: (amount) => `ほかに最大${credits(amount)}が課金された可能性があります`,
    net: (amount) => `使用：${credits(amount)}`,
    cancelRest: "残りをキャンセル",
    restCancelled: "まだ送信されていなかった動画をキャンセルしました。その分は課金されていません。",
    nothingLeft: "すべて送信済みのため、キャンセルできる動画はありませんでした。",
    retry: (price) => `失敗した動画をやり直す · ${credits(price)}`,
    justLinks: "このチャットに投稿できなかった動画は、リンクだけをお知らせします。",
    copies: "一部の動画は、サイズを小さくしたコピーをここで再生できます。元の動画はリンクから見られます。",
    choose: "1本を開く",
    ask: (count) => `動画を${videos(count)}作成しますか？`,
    versions: (count) => `1つのプロンプトから${number(count)}通り作成します。`,
    costs: (price) => `合計で${credits(price)}かかります。まだ課金されていません。`,
    willWait: (now, later) =>
      now === 0
        ? "同時に作成できる本数に達しているため、順番を待ちます。"
        : `${videos(now)}はすぐに始まり、${videos(later)}は順番を待ちます。`,
    byYou: "自分のキーで支払います",
    start: (count, price) => `${videos(count)}を開始 · ${credits(price)}`,
    started: "動画の作成を開始しました。",
    tooMany: (count, most) => `シーンが${number(count)}個あります。上限は${number(most)}個です。`,
    onePrompt: "複数のバージョンは1つのプロンプトから作成します。1行だけにするか、行ごとの動画を選んでください。",
    inLine: (line, text) => `${number(line)}行目：${text}`,
    noRoom: {
      title: "一度に依頼できる数を超えています",
      text: (count, left) =>
        `${videos(count)}の依頼に対し、${left === 0 ? "いまは空きがありません" : `空きはあと${videos(left)}分です`}。どれも開始していません。`,
      limits: (atOnce, waiting) =>
        `同時に作成できるのは${videos(atOnce)}、順番待ちにできるのは${videos(waiting)}までです。`,
    },
    chained: "それぞれ前の動画の続き",
    chainAsk:
      "それぞれの動画は前の動画が終わるところから始まるため、1本ずつ順番に作成され、時間がかかります。途中の1本が作成されなかった場合、その後の動画は開始されず、クレジットもかかりません。",
    chainBroken: "作成されなかった動画があるため、その続きの動画は開始されませんでした。その分は課金されていません。",
    startsAfter: "前の動画が完成すると自動的に開始されます。まだ課金されていません。",
    nothingToRetry: "やり直せる動画はもうありません。",
    form: {
      title: "動画をまとめて作成",
      submit: "料金を確認",
      note: "開始する前に合計の料金を表示します。動画ごとに開始時に課金され、失敗した場合は返却されます。",
      scenes: "シーン（1行に1つ）",
      scenesHint: "最大6行、1行につき1本。複数のバージョンにはプロンプトを1つだけ。",
      make: "作成するもの",
      eachLine: "行ごとに動画を1本",
      chain: "1行につき動画1本、それぞれ前の続き",
      versions: (count) => `1つのプロンプトから${number(count)}通り`,
    },
  },

  notification: {
    ready: "動画が完成しました。",
    noLink: {
      title: "動画は完成しましたが、リンクがありません。",
      body: ["確認先はカードに書いてあります。"],
    },
    failed: "動画の作成に失敗しました。",
    notStarted: { title: "動画は開始されませんでした。", body: ["課金されていません。理由はカードに書いてあります。"] },
    declined: {
      title: "動画のリクエストは却下されました。",
      body: ["課金されていません。却下した人はカードに書いてあります。"],
    },
    expired: {
      title: "動画は期限までに承認されませんでした。",
      body: ["課金されていません。カードからもう一度依頼できます。"],
    },
    ofSeveral: {
      notStarted: "動画は開始されませんでした。",
      declined: "動画のリクエストは却下されました。",
      expired: "動画は期限までに承認されませんでした。",
    },
    notStartedForOthers: "動画は開始されませんでした。",
    askedBy: (person) => ["リクエスト：", person, "。課金されていません。"],
    unknown: "動画が作成されたかどうかわかりません。",
    unknownText: (mayBeCharged) => `${mayBeCharged}確認先はカードに書いてあります。`,
  },

  refusal: {
    noKey: { title: "APIキーがありません", body: ["APIキーが保存されていません。課金されていません。"] },
    badKey: {
      title: "キーが拒否されました",
      body: ["保存されているAPIキーが動画サービスで受け付けられません。課金されていません。"],
    },
    addKeyThen: (again) => ["新しいキーを追加してから「", again, "」を押してください。"],
    noCredits: "クレジットが足りません",
    costs: (price) =>
      `この動画には${credits(price)}かかりますが、アカウントのクレジットが足りません。課金されていません。`,
    topUp: "動画サービスのアカウントにクレジットを追加してから「もう一度」を押してください。",
    topUpOr: (least) =>
      `動画サービスのアカウントにクレジットを追加するか、${credits(least)}で作成できる480p・10秒を選んでください。`,
    badRequest: {
      title: "リクエストが拒否されました",
      body: ["動画サービスがこのリクエストを拒否しました。課金されていません。"],
      reason: (words) => `動画サービスがこのリクエストを拒否しました：「${words}」。課金されていません。`,
      edit: "「編集して作成」で内容を変更できます。",
    },
    changePrompt: "プロンプトを変えて、もう一度リクエストしてください。",
    changePromptOrPicture: "プロンプトか画像を変えて、もう一度リクエストしてください。",
    rateLimited: {
      title: "動画サービスが混み合っています",
      body: ["動画サービスは現在混み合っています。課金されていません。", "数分後に「もう一度」を押してください。"],
    },
    wrongAddress: {
      title: "設定に問題があります",
      body: [
        "Reelayに設定されている動画サービスのURLが正しくないため、この動画は開始されませんでした。課金されていません。",
        `このボットの運営者（${OPERATORS}）にお知らせください。`,
      ],
    },
    unavailable: {
      title: "動画サービスに接続できません",
      body: [
        "動画サービスに接続できなかったため、この動画は開始されませんでした。課金されていません。",
        "数分後に「もう一度」を押してください。",
      ],
    },
    picture: "この画像は使えません",
  },

  picture: {
    tooLarge: (most) => `画像が${number(most)} MBを超えています。もっと小さいものを使ってください。`,
    tooLargeBy: (megabytes, most) =>
      `画像は${number(megabytes)} MBあり、上限の${number(most)} MBを超えています。もっと小さいものを使ってください。`,
    tooManyPixels: (megapixels, most) =>
      `画像は${number(megapixels)}メガピクセルあり、上限の${number(most)}メガピクセルを超えています。もっと小さいものを使ってください。`,
    notFitted: "この画像は変換できませんでした。5 MB以下のPNGかJPEGで保存し直して使ってください。",
    notAPicture: (canFit) =>
      `Reelayで使える画像ではありません。${canFit ? ALL_PICTURE_KINDS : PICTURE_KINDS}${PICTURE_AGAIN}`,
    empty: "画像が空です（0バイト）。もう一度アップロードするか、別の画像を使ってください。",
    unreadable: `画像が壊れています。幅と高さを読み取れません。${PICTURE_AGAIN}`,
    unreachable:
      "画像を開けませんでした。もう一度試すか、別の画像を使ってください。URLは誰でも開けるものにしてください。",
    away: "画像のあるサーバーが現在応答していません。1分後にもう一度試すか、別の画像をお使いください。",
    gone: "画像が見つかりません。もう一度追加するか、別の画像をお使いください。",
    private: `ここに投稿された画像は非公開で、このボットから動画サービスに渡すことができません。公開されている画像のURLを使ってください。投稿した画像を使えるようにするには、このボットの運営者（${OPERATORS}）に依頼してください。`,
    address: {
      not_a_url: "画像のURLが正しくありません。https:// で始まるものを使ってください。",
      not_https: "画像のURLは https:// で始まる必要があります。",
      too_long: "画像のURLが長すぎます。もっと短いものを使ってください。",
      has_login: "画像のURLにユーザー名かパスワードが含まれています。含まれないものを使ってください。",
      not_public: "画像のURLが公開されていません。誰でも開けるものを使ってください。",
    },
  },

  draft: {
    title: "この動画は開始されませんでした",
    noPrompt: "動画の内容を短く書いてください。",
    promptTooLong: (length, most) =>
      `プロンプトは${number(length)}文字あり、上限の${number(most)}文字を超えています。短くしてください。`,
    twoPictures: "画像が2つあります（ファイルとURL）。どちらか1つにしてください。",
    unknownFlag: (flag, names) => `${flag} というオプションはありません。${flags(names)}`,
    badFlag: (flag, takes, given) =>
      given === null
        ? `${flag} の後に値がありません。使えるのは${takes}です。`
        : `${flag} に「${given}」は使えません。使えるのは${takes}です。`,
  },

  styles: {
    title: "スタイル",
    saved: "スタイルを保存しました",
    removed: "スタイルを削除しました",
    none: "スタイルはまだありません。",
    how: "スタイルは、プロンプトに加えるテキストです。テキストの中の{prompt}がプロンプトに置き換わります。ない場合は、プロンプトの後に続きます。",
    ofTeam: (name) => `${name}（チーム）`,
    isAlways: (name) => `ここのすべての動画にスタイル「${name}」が付きます。`,
    pick: "スタイルを見る",
    label: "スタイル",
    noStyle: "スタイルなし",
    fact: (name) => `スタイル：${name}`,
    unknown: (name) => `スタイル「${name}」はここにありません。`,
    chooseOne: (names) => `次の中から選んでください：${names}。`,
    leaveOut: "ここには選べるスタイルがないので、指定せずにお試しください。",
    goneTitle: "このスタイルはもうありません",
    goneText: "このスタイルは削除されたか、別のサーバーまたはワークスペースのものです。",
    whose: { mine: "自分のスタイルです。", team: "チームのスタイルです。変更できるのは管理者だけです。" },
    buttons: { make: "新しいスタイル", change: "変更", remove: "削除" },
    form: {
      note: "ほかのスタイルと同じ名前で保存すると、置き換わります。",
      name: "名前",
      text: "テキスト",
      textHint: "例：和紙に墨、ゆっくりパン：{prompt}",
      of: "使う人",
      ofHint: "ほかの人のためのスタイルは管理者だけが保存できます",
      mine: "自分だけ",
      team: "ここの全員が選べる",
      always: "ここのすべての動画に付ける",
    },
    problem: {
      name: (most) =>
        `名前は文字、数字、スペース、ハイフンで${number(most)}文字までです。「none」は使えません。何も保存されていません。`,
      text: (most) => `テキストは${number(most)}文字までです。何も保存されていません。`,
      full: (most) => `スタイルは${number(most)}個までです。先に1つ削除してください。何も保存されていません。`,
      flag: (flag) =>
        `スタイルはただの文なので、${flag} は効きません。取り除いて、オプションは動画ごとに選んでください。何も保存されていません。`,
    },
  },

  denied: {
    rule: (name) => `このプロンプトはルール「${name}」に反しています。プロンプトを変えて、もう一度お試しください。`,
    teamWord: (word) => `「${word}」はここのプロンプトでは使えません。プロンプトを変えて、もう一度お試しください。`,
    teamWords: "このプロンプトには、ここでは使えない言葉が含まれています。プロンプトを変えて、もう一度お試しください。",
    service: "このプロンプトはここでは使えません。プロンプトを変えて、もう一度お試しください。",
    serviceSays: (reason) => `このプロンプトはここでは使えません：${reason}`,
    unanswered:
      "動画の開始前にプロンプトを確認しますが、その確認に応答がありませんでした。1分後にもう一度お試しください。",
    blocked: "管理者の設定により、ここでは動画を作れません。",
    paused: "管理者がここでReelayを一時停止しているため、新しい動画は始まりません。作成中の動画は最後まで作られます。",
    not_age_restricted:
      "ここでは、年齢制限のあるチャンネルとそのスレッドでのみ動画を作れます。そちらでもう一度お試しください。",
    age_unknown:
      "ここでは年齢制限のあるチャンネルでのみ動画を作れますが、このチャンネルがそうかどうか、Discordから応答がありませんでした。1分後にもう一度お試しください。",
    otherStyle: (name) =>
      `ここのすべての動画にスタイル「${name}」が付きます。外すことも変えることもできません。スタイルを選ばずに、もう一度お試しください。`,
  },

  leak: {
    atField: `${MAYBE_A_KEY}${IF_A_KEY}${IF_NOT_A_KEY}`,
    suspected: {
      title: "キーが含まれていませんか？",
      body: [`${MAYBE_A_KEY}これはあなただけに表示されています。`, IF_A_KEY, IF_NOT_A_KEY, NOTHING_CHARGED],
    },
    own: {
      title: "APIキーが含まれています",
      body: [
        "送信した内容に、保存済みのAPIキーが含まれています。そのため、動画サービスには送信せず、保存もしていません。これはあなただけに表示されています。",
        "チャットに書いた内容は、誰かに見られた可能性があります。動画サービスのダッシュボードで新しいキーを作成し、古いキーを削除して、新しいキーをここに追加してください。",
        NOTHING_CHARGED,
      ],
    },
    inTheOpen: {
      title: "キーのように見えます",
      body: [
        "メッセージにAPIキーかアクセストークンのようなものがあります。Reelayは何も保存していません。メッセージを削除し、ほかの人に読まれた可能性がある場合は新しいキーを作成してください。",
        "キーは非公開フォームに入力してください。キーでない場合は、動画もフォームからリクエストしてください。",
      ],
    },
  },

  chain: {
    title: (nth) => `続きを作成：パート${nth}`,
    note: (prompt, nth, resolution) =>
      `「${prompt}」の最後のフレームから始まる、パート${nth}を作成します。元の動画は${resolution}です。解像度を変えると鮮明さが変わります。`,
    promptHint: "この後の内容",
    part: (nth, of) => (of === null ? `パート${nth}` : `パート${nth}（全${of}）`),
    earlierVideo: "以前の動画の続き",
    thatCard: "このカードの続き",
    begins: "動画はこのフレームから始まります",
    ofCopy: "元の動画がなくなっていたため、小さいコピーのフレームから始まります",
    continued: (nth) => `続きはパート${nth}`,
    ownPicture: "「編集して作成」を押すと、自分の画像から始められます。",
    gone: {
      title: "続きを作成できません",
      body: ["この動画のファイルもリンクも、もう開けません。課金されていません。"],
    },
    notHere: {
      title: "続きを作成できません",
      body: ["現在、Reelayはここで動画の続きを作成できません。課金されていません。"],
    },
  },

  join: {
    button: "つなげる",
    parts: (parts) => `${number(parts)}パート`,
    joining: (parts) => `${parts}パートをつなげています…`,
    joiningText: (until) => [
      "無料です。期限：",
      until,
      "。それまでに動画が届かない場合は、「つなげる」をもう一度押してください。",
    ],
    whole: (parts) => `パート1〜${parts}を1本にした動画`,
    forFree: "無料でつなげました",
    withCopies: "元の動画がなくなっていたパートには、小さいコピーを使いました",
    done: (parts) => `${parts}パートをつなげました`,
    doneText: "つなげた動画はここにあります。料金はかかっていません。",
    unclear: {
      title: "つなげた可能性があります",
      body: [
        "動画が届いたかどうか、チャットから確認できませんでした。ここを確認してから「つなげる」をもう一度押してください。つなげるのは無料です。",
      ],
    },
    notJoined: "つなげられませんでした",
    tooLarge: (megabytes) => `全パートを合わせると、ここに送れるファイルの上限の${number(megabytes)} MBを超えます。`,
    unequal: (nth) =>
      `パート${nth}は、前のパートとサイズまたは形式が異なります。つなげるときに、サイズや形式は変更しません。`,
    unequalSome: "パートのサイズまたは形式が異なります。つなげるときに、サイズや形式は変更しません。",
    copyUnequal: (nth) =>
      `パート${nth}は小さいコピーしか残っておらず、ほかのパートと形式が合いません。カードの「新しいリンク」で元の動画を取得できる場合があります。`,
    gone: (nth) =>
      `パート${nth}のファイルもリンクも、もう開けません。カードの「新しいリンク」で新しいリンクを取得できる場合があります。`,
    unreadable: (nth) => `パート${nth}を読み取れません。`,
    failed: "パートの取得、結合、送信のいずれかができませんでした。2分後にもう一度お試しください。",
    notTaken: "Reelayはここにファイルを送信できません。",
    noLink: (part) => `${part}：リンクの期限切れ`,
    justPressed: {
      title: "すでに押されています",
      body: ["ここでは2分以内に「つなげる」が押されています。動画が届かない場合は、その後でもう一度押してください。"],
    },
    notHere: {
      title: "つなげられませんでした",
      body: ["現在、Reelayはここで動画をつなげられません。課金されていません。"],
    },
  },

  animate: {
    title: "画像を動かす",
    sentence: (words) => `${words}。`,
    leftOut: (count) => `このメッセージのほかの${number(count)}件は、大きすぎるか種類が違うため使えません`,
    thePicture: (format) => `画像：${format}。`,
    unnamed: "名前のない画像",
    nothing: "動かせるものがありません",
    noPicture: `このメッセージには画像がありません。画像のあるメッセージでこのコマンドを使ってください。${PICTURE_KINDS}`,
    sticker: `スタンプは動かせません。画像として投稿し、そのメッセージでこのコマンドを使ってください。${PICTURE_KINDS}`,
    video: `このメッセージにあるのは動画で、動かせるのは画像だけです。静止画を画像として投稿し、そのメッセージでこのコマンドを使ってください。${PICTURE_KINDS}`,
    forgotten: {
      title: "期限切れです",
      body: [
        `フォームを開いている間、画像は1時間だけ保存されます。この画像はもう保存されていません。${NOTHING_CHARGED}`,
        "そのメッセージでもう一度コマンドを使ってください。",
      ],
    },
  },

  confirm: {
    again: "もう一度作成しますか？",
    nobodyKnows: (mayBeCharged) => `この動画の状況を確認できなくなりました。${mayBeCharged}`,
    againCosts: (price) => `もう一度作成すると、前回の課金に関係なく${credits(price)}かかります。`,
    in720p: "720pで作成しますか？",
    nothingStarted: "何も開始していません。",
    started: "動画の作成を開始しました。",
    price: (price) => `${credits(price)}で作成しますか？`,
    priceText: (price, most) =>
      `この動画の料金は${credits(price)}です。設定により、${credits(most)}を超える場合は確認しています。まだ課金されていません。`,
    priceTextAlways: (price) =>
      `この動画の料金は${credits(price)}です。設定により、毎回確認しています。まだ課金されていません。`,
    priceTextChanged: (price, before) =>
      `この動画は現在${credits(price)}かかります（リクエスト時は${credits(before)}）。まだ課金されていません。`,
    meant: "この内容でよろしいですか？",
    meantText: (typed) => [
      "プロンプトに ",
      typed,
      " が含まれています。オプションとして適用し、プロンプトから取り除きました。",
    ],
    cannotUse: (typed, _, names) => [typed, ` は使えないため、プロンプトから取り除きました。${flags(names)}`],
    flagsAsText: (price) => `入力した文をそのまま使う${price === null ? "" : ` · ${credits(price)}`}`,
    in720pCosts: (price) => `同じ動画を720pでもう一度作成します。料金は${credits(price)}です。`,
    meantCosts: (price) => `料金は${credits(price)}です。まだ課金されていません。`,
    goodForAnHour: "この確認の有効期限は1時間です。",
    tooOld: {
      title: "期限切れです",
      body: ["この確認は期限切れです。課金されていません。", "動画をもう一度リクエストしてください。"],
    },
  },

  wholeText: {
    button: "すべて読む",
    preparing: { title: "テキストを準備中…", body: ["クレジットはかかりません。"] },
    title: "テキスト全文",
    fileHere: "ファイルには、送信される文字がすべて含まれています。見られるのは自分だけです。",
    fileInDirect: "送信される文字をすべて含むファイルを、Reelayとのダイレクトメッセージに送りました。",
    unsure: [
      "Slackからアップロードの確認が返ってきませんでした。Reelayとのダイレクトメッセージを確認してください。ファイルがない場合は「すべて読む」をもう一度押してください。",
    ],
    noFile: "ここではファイルを送れないため、入るだけの文字を表示しています。",
  },

  deletion: {
    confirm: {
      title: "このカードを削除しますか？",
      body: ["カードは、通知とこのチャットの動画とともに、全員から見えなくなります。クレジットは返却されません。"],
      ofService: "動画は、リンクが使える間は動画サービスに残ります。",
      ofSaved: () => "保存されている動画も削除されます。",
      ofLinked: () => "保存されている動画も削除され、リンクはすぐに使えなくなります。",
    },
    waiting: {
      title: "削除しています…",
      body: [
        "チャットの処理を待っています。動画の取り込みがまだ終わっていないか、ほかの変更が先に処理されています。",
        "1分たってもこの表示のままなら、もう一度「削除」を押してください。",
      ],
    },
    done: "カードを削除しました。",
    notAll: "一部を削除できませんでした",
    left: {
      notification: "通知を削除できませんでした。表示されている場合は手動で削除するか、管理者に依頼してください。",
      video: "スレッドの動画を削除できませんでした。管理者に依頼してください。",
      card: "ここからはカードを削除できませんでした。自分だけに表示されている場合は非表示にし、そうでなければ管理者に依頼してください。",
    },
    savedStays: (_films, jobs) => ["保存されている動画は残っています。", jobs, " で表示できます。"],
    notNow: {
      title: "一部がまだ削除されていません",
      body: [
        "動画をまだチャットに追加している途中か、一部を削除できませんでした。",
        "1分後にもう一度「削除」を押してください。",
      ],
    },
    kept: "何も削除していません。",
  },

  freeText: {
    notYours: {
      title: "利用できません",
      body: [
        "このボタンを押せるのはメッセージを書いた本人だけで、1時間以内に限ります。動画を作るには、ご自分でReelayにメッセージを送ってください。",
      ],
    },
    offer: {
      title: "これを動画にしますか？",
      body: ["フォームを開くと、開始前にすべての内容を確認できます。まだ課金されていません。有効期限は1時間です。"],
    },
    what: {
      title: "どんな動画にしますか？",
      body: ["短い文で書くか、フォームを開いてください。"],
    },
    hello: {
      title: "こんにちは！",
      body: ["どんな動画にしたいかをReelayに書くか、フォームを開いてください。"],
    },
    withPicture:
      "画像の準備ができました。フォームを開いて、動画の内容を入力してください。まだ課金されていません。有効期限は1時間です。",
    notPictures: (files) =>
      `${files === 1 ? "メッセージのファイルは画像ではない" : `メッセージの${number(files)}個のファイルは画像ではない`}ため、使えません。使える形式はPNG、JPEG、WebP、GIFです。`,
  },

  queue: {
    place: (nth, time) =>
      `${nth === 1 ? "あなたの順番待ちの先頭です。" : `順番待ち：${number(nth)}番目。`}${time === null ? "" : `開始までの見込み：${time}。`}`,
    starts: "空きができると自動で開始されます。それまで課金されません。",
    willWait: "同時に作成できる上限まで作成中のため、この動画は順番待ちになります。",
    leave: "順番待ちをやめる",
    noRoom: "2時間以内に空きができない場合、この動画は開始されません。",
    more: (count) => `…ほか${number(count)}本`,
    reserved: (price) => `この動画のために確保：${credits(price)}。`,
  },

  outage: {
    down: "動画サービスに障害が発生しています",
    downText:
      "現在、動画サービスからの応答がありません。今開始すると失敗することがあり、課金されたかどうかをしばらく確認できない場合があります。",
    failing: "現在、多くの動画が失敗しています",
    failingText: (failed, ends) =>
      `直近の動画${number(ends)}本のうち${number(failed)}本が失敗しました。失敗した動画のクレジットは返却されます。`,
    startAnyway: "それでも開始する",
  },

  link: {
    asking: { title: "新しいリンクを取得しています…", body: ["クレジットはかかりません。"] },
    isNew: "新しいリンクを取得しました",
    inCard: {
      title: "動画のファイルがあります",
      body: ["リンクはもう使えませんが、Reelayが動画を保存しています。ファイルはカードのところにあります。"],
    },
    kept: "動画はまだ保存されています",
    keptText: "リンクはもう使えません。動画のファイルは、このチャットに投稿できませんでした。",
    keptGoesOn: (until) => [
      "動画は ",
      until,
      " まで保存されています。「続きを作成」と「つなげる」は引き続き使えます。",
    ],
    keptAlone: (until) => ["動画は ", until, ` まで保存されています。${ASK_OPERATORS}`],
    onTheCard: "カードのリンクも更新しました。",
    keepThis: "カードを更新できなかったため、このリンクを保存してください。",
    same: "リンクは同じです",
    sameText: "カードにあるリンクと同じです。いつまで使えるかわからないため、早めに動画をダウンロードしてください。",
    unchanged: "変更はありません",
    stillGood: (until) => ["リンクはまだ使えます。有効期限：", until],
    none: "新しいリンクはありません",
    noLink: [
      "動画サービスには、この動画のリンクがもうありません。変更はありません。",
      "動画サービスのダッシュボードを確認するか、動画をもう一度作成してください。",
    ],
    noAnswer: ["動画サービスから応答がありませんでした。変更はありません。", "数分後にもう一度お試しください。"],
    noKey: [
      "APIキーが保存されていないため、新しいリンクを取得できません。変更はありません。",
      "キーを追加してから「新しいリンク」を押してください。",
    ],
    badKey: [
      "保存されているキーが動画サービスで受け付けられません。変更はありません。",
      "新しいキーを追加してから「新しいリンク」を押してください。",
    ],
    noCredits: [
      "アカウントのクレジットが足りないため、動画サービスから新しいリンクをもらえませんでした。変更はありません。",
      "動画サービスのアカウントにクレジットを追加してから「新しいリンク」を押してください。",
    ],
  },

  commands: {
    commands: {
      make_video: "テキスト、またはテキストと画像から動画を作成します",
      batch: "複数の動画をまとめて作成（シーン、または1つのプロンプトの複数バージョン）",
      key: "自分のAPIキーを追加、確認、削除します",
      style: "プロンプトに加えるテキストを保存",
      jobs: "自分の動画（作成中と最近のもの）と料金を表示します",
      settings: "動画のデフォルト設定を表示または変更します",
      team: "チームのキーで使えるクレジットを確認・管理します",
      data: "Reelayに保存されている自分のデータをダウンロードまたは削除します",
      help: "使い始め方、料金、困ったときの対処法を表示します",
    },
    subcommands: {
      key: {
        set: "非公開フォームでAPIキーを追加します",
        status: "保存されているキーと、それが使えるかを確認します",
        remove: "APIキーを削除します",
      },
      style: {
        list: "選べるスタイルを見る",
        save: "スタイルを保存または変更",
        remove: "スタイルを削除",
      },
      team: {
        status: "チームのクレジットを使えるか、残りがいくつかを確認します",
        setup: "管理者向け：チームのキー、上限、使える人",
        report: "管理者向け：それぞれの動画の費用",
        approvals: "管理者向け：承認待ちの動画",
      },
      data: {
        export: "Reelayに保存されている自分のデータすべてを非公開ファイルで受け取ります",
        delete: "内容を確認したうえで、すべて削除します",
      },
    },
    options: {
      prompt: "動画の内容",
      ratio: "横長または縦長",
      duration: "動画の長さ",
      resolution: "画質と料金",
      image: "動かす画像",
      image_url: "または画像のURL（https://…）",
      pay: "誰のクレジットを使うか",
      ping: "動画が完成したときに通知を受け取るか",
      attach: "完成した動画をカードで再生するか、リンクだけにするか",
      visibility: "動画のカードを誰に表示するか",
      confirm_above: "クレジットを使う前に、いつ確認するか",
      style: "プロンプトに加える保存済みのテキスト",
      show: "ここにカードを表示する動画",
    },
    animate: "画像を動かす",
  },

  keys: {
    first: {
      title: "まずAPIキーを追加してください",
      costs: (price, count) =>
        count === 1
          ? `この動画には${credits(price)}かかり、自分のアカウントに課金されます。`
          : `この${videos(count)}には合計${credits(price)}かかり、自分のアカウントに課金されます。`,
    },
    dashboard: "ダッシュボード",
    where: (dashboard) => ["キーは動画サービスの", dashboard, "で取得できます。"],
    keptForIt: "リクエストは1時間保存され、キーを保存すると自動で続きます。",
    thenPress: (button) => `キーを追加してから「${button}」を押してください。`,
    checking: { title: "キーを確認しています…", body: ["クレジットはかかりません。"] },
    saved: "キーを保存しました",
    savedText: (lastFour) => `キー${endingIn(lastFour)}は使えます。暗号化して保存しました。`,
    goesOn: (price) => `キーを待っていたリクエストを続けます。${credits(price)}かかります。`,
    videosGoOn: (open) => (open === 1 ? "動画の作成を続けます。" : `${open}本の動画の作成を続けます。`),
    youCan: "動画を作成できるようになりました。",
    askFirst: (settings, setting, always) => [
      "動画ごとに課金前に確認したい場合は、",
      settings,
      `の「${setting}」で「${always}」を選んでください。`,
    ],
    tooFewCredits:
      "動画サービスによると、アカウントのクレジットが足りません。動画を作成する前にクレジットを追加してください。",
    savedUnchecked: "キーを保存しました（未確認）",
    savedUncheckedText: (lastFour) =>
      `キー${endingIn(lastFour)}を暗号化して保存しました。動画サービスから明確な応答がなかったため、使えるかどうかはまだ確認できていません。`,
    firstVideoShows: "使えるかどうかは、最初の動画でわかります。",
    requestNotStarted: "キーを待っていたリクエストは開始されませんでした。後でもう一度送信してください。",
    bad: {
      title: "このキーは使えません",
      body: [
        "動画サービスがこのキーを受け付けないため、保存していません。以前に保存したキーはそのままです。",
        "もう一度コピーして追加してください。",
      ],
    },
    notAKey: "APIキーではありません",
    empty: "ここにAPIキーを貼り付けてください。",
    notOneWord: "キーは空白のない一続きの文字列です。もう一度コピーして、ここに貼り付けてください。",
    nothingSaved: "何も保存していません。",
    ifItWasYourKey: "入力したものがキーだった場合も、保存はしていません。キーは非公開フォームから追加してください。",
    stored: (lastFour) => `キー${endingIn(lastFour)}は暗号化して保存されています。`,
    works: "キーは使えます",
    doesNotWork: {
      title: "キーが使えません",
      body: ["動画サービスがこのキーを受け付けません。新しいキーを追加してください。"],
    },
    notChecked: {
      title: "キーを確認できませんでした",
      body: ["動画サービスから明確な応答がありませんでした。数分後にもう一度お試しください。"],
    },
    yours: "APIキー",
    none: {
      title: "キーが保存されていません",
      body: ["動画を作成するには、自分のAPIキーを追加してください。"],
    },
    removed: { title: "キーを削除しました", body: ["Reelayに保存されていたキーを削除しました。"] },
    confirmRemoval: "今すぐキーを削除しますか？",
    withoutKey: "キーがないと、新しい動画を作成できません。",
    stillOpen: (open) => `作成中の動画が${videos(open)}あります。終わるまで、暗号化されたキーのコピーが残ります。`,
    notStartedWithout: (waiting) => `待機中の動画が${videos(waiting)}あります。キーがないと開始されません。`,
  },

  team: {
    status: "チームのクレジット",
    setup: "チームのキーとルール",
    report: "チームの動画の費用",
    notHere: {
      title: "サーバーまたはワークスペースの中だけで使えます",
      body: [
        "チームのキーは、そのサーバーまたはワークスペースの中で使えます。そこでこのコマンドを使ってください。課金されていません。",
      ],
    },
    managersOnly: {
      title: "管理者のみ",
      body: [
        "この操作は、チームの管理者だけが行えます。承認とレポートの閲覧は、管理者が選んだ承認者も行えます。何も変更されていません。",
      ],
    },
    blockedHere: {
      title: "許可されていません",
      body: ["管理者によってここでブロックされているため、このチームを管理できません。"],
    },
    standingUnknown: {
      title: "今はできません",
      body: [
        "この操作の権限を時間内に確認できませんでした。何も変更されておらず、課金もされていません。",
        "1分後にもう一度お試しください。",
      ],
    },
    none: {
      title: "チームのキーがありません",
      body: ["このチームにはキーがないため、それぞれ自分のキーを使います。"],
    },
    addIt: (setup) => ["管理者は", setup, "で追加できます。"],
    may: "ここでチームのクレジットを使えます。",
    mayNot: {
      person: "このチームのクレジットを使う権限がありません。管理者が「使える人」で追加できます。",
      channel: "このチャンネルではチームのクレジットを使えません。管理者が「使える人」で変更できます。",
      guest: "ゲストやほかのワークスペースの人は、チームのクレジットを使えません。",
    },
    leftForYou: {
      day: (left) => `今日（UTC）の自分の残り：${credits(left)}。`,
      month: (left) => `今月の自分の残り：${credits(left)}。`,
    },
    leftForTeam: {
      day: (left) => `今日（UTC）のチームの残り：${credits(left)}。`,
      month: (left) => `今月のチームの残り：${credits(left)}。`,
    },
    noCap: "上限はありません。",
    startsAgain: {
      day: (when) => ["1日の上限（UTC）は", when, "に再開します。"],
      month: (when) => ["1か月の上限（UTC）は", when, "に再開します。"],
    },
    askAdmins: "質問は、このチームの管理者にお尋ねください。",
    askManagers: "質問は、管理者または次の人にお尋ねください：",
    overTeam: {
      day: (price, left) =>
        `この動画は${credits(price)}かかりますが、今日（UTC）のチームの残りは${credits(left)}です。`,
      month: (price, left) => `この動画は${credits(price)}かかりますが、今月のチームの残りは${credits(left)}です。`,
    },
    overPerson: {
      day: (price, left) =>
        `この動画は${credits(price)}かかりますが、今日（UTC）自分が使えるチームの残りは${credits(left)}です。`,
      month: (price, left) =>
        `この動画は${credits(price)}かかりますが、今月自分が使えるチームの残りは${credits(left)}です。`,
    },
    standingUnconfirmed: "このチームのクレジットをまだ使えるかどうかを時間内に確認できませんでした。",
    capLowered: "チームの上限により、この動画を作れなくなりました。",
    ownInstead: (price) => `代わりに自分のキーで支払えます：${credits(price)}。`,
    withOwnKey: (price) => `自分のキーで支払う · ${credits(price)}`,
    teamInstead: (price) => `代わりにチームのキーで支払えます：${credits(price)}。`,
    withTeamKey: (price) => `チームのキーで支払う · ${credits(price)}`,
    addKeyOrAsk: "自分のキーを追加してからもう一度お試しになるか、このチームの管理者にご相談ください。",
    refused: {
      noKey: {
        title: "チームのキーがありません",
        body: ["この動画が始まる前にチームのキーが削除されました。課金されていません。"],
      },
      badKey: {
        title: "チームのキーが拒否されました",
        body: ["動画サービスがチームのキーを受け付けません。課金されていません。"],
      },
      noCredits: "チームのクレジットが足りません",
      costs: (price) =>
        `この動画は${credits(price)}かかりますが、動画サービスにあるチームのアカウントのクレジットが足りません。課金されていません。`,
      next: "このチームの管理者に知らせるか、自分のキーで支払ってください。",
    },
    needsKey:
      "動画サービスがチームのキーを受け付けなくなりました。管理者が新しいキーを追加すると、この動画は自動で続きます。",
    needsCredits:
      "チームのアカウントのクレジットが足りないため、動画サービスから進み具合の応答がありません。この動画は支払い済みで、Reelayは確認を続けます。クレジットは管理者が追加できます。",
    waitingForKey: "チームのキーを待っています",
    linkNeedsKey: [
      "チームのキーが使えないため、新しいリンクを取得できません。何も変更されていません。",
      "このチームの管理者に知らせてください。",
    ],
    linkNeedsCredits: [
      "チームのアカウントのクレジットが足りないため、動画サービスから新しいリンクをもらえませんでした。何も変更されていません。",
      "このチームの管理者に知らせてください。",
    ],
    key: (lastFour) => `チームのキー：暗号化して保存されています${endingIn(lastFour)}。`,
    noKey: "チームのキー：まだありません。",
    per: {
      day: (amount) => `1日${number(amount)}`,
      month: (amount) => `1か月${number(amount)}`,
    },
    caps: (team, person) => `クレジットの上限：チーム ${team}、1人 ${person}。`,
    unlimited: "なし",
    spenders: {
      nobody: "使える人：まだいません。",
      everyone: "使える人：ここの全員。",
      some: (names) => ["使える人：", ...names, "。"],
    },
    places: {
      everywhere: "場所：すべてのチャンネル。",
      some: (names) => ["場所：", ...names, "。"],
    },
    managers: {
      adminsOnly: "承認者：管理者のみ。",
      some: (names) => ["承認者：管理者、", ...names, "。"],
    },
    andMore: {
      people: (rest) => `、ほか${number(rest)}人`,
      channels: (rest) => `、ほか${number(rest)}件`,
    },
    askAbove: {
      always: "すべての動画に承認が必要です。",
      above: (most) => `${credits(most)}を超える動画には承認が必要です。`,
      never: "料金による承認は必要ありません。",
    },
    approvalsChannel: {
      chosen: (channel) => ["承認用のチャンネル：", channel, "。"],
      none: "承認用のチャンネル：まだありません。",
    },
    ownApproval: { yes: "承認者は自分の動画を承認できます。", no: "自分の動画は誰も承認できません。" },
    buttons: {
      setup: "設定する",
      key: "チームのキー",
      rules: "ルール",
      spenders: "使える人",
      remove: "チームのキーを削除",
      report: "レポート",
      managers: "承認者",
      house: "言葉とメンバー",
      pause: "ここでReelayを一時停止",
      goOn: "再開",
      approvals: "承認待ち",
    },
    keyForm: {
      note: "このフォームは自分だけに表示されます。キーはクレジットを使わずに確認され、暗号化して保存されます。チームが支払う動画の費用は、チームのアカウントに請求されます。",
      hint: "動画サービスのチームのダッシュボードにあります",
    },
    rulesForm: {
      note: "日と月はUTCで数えます。",
      teamCaps: "チームの上限（クレジット）",
      personCaps: "1人あたりの上限（クレジット）",
      capsHint: (example) => `例：${example}。空欄の場合、上限はありません`,
      askAbove: "承認が必要な動画",
      always: "すべての動画",
      above: (most) => `${credits(most)}を超える動画`,
      never: "なし",
      approvals: "承認用のチャンネル",
      approvalsHint: "承認と1人あたりの上限に必要です",
      approveOwn: "承認者が自分の動画を承認できる",
      yes: "はい",
      no: "いいえ",
    },
    managersForm: {
      note: "動画を承認し、レポートを見られます。キーとルールは管理者だけが変更できます。",
      managers: "承認者",
      hint: "チームの管理者に加えて",
    },
    contentRulesForm: {
      note: "支払う人にかかわらず、ここで作られるすべての動画に適用されます。",
      words: "プロンプトで使えない言葉",
      wordsHint: "1行に1つ、100個まで",
      blocked: "ここで動画を作れない人",
      blockedHint: "選ばない場合、誰もブロックされません",
      ageRestricted: "年齢制限のあるチャンネルのみ",
    },
    house: {
      words: (words) => `プロンプトで使えない言葉：${number(words)}個。`,
      blocked: (names) => ["ブロック中：", ...names, "。"],
      ageRestricted: "動画は年齢制限のあるチャンネルでのみ作れます。",
      paused: "Reelayはここで一時停止中です。新しい動画は始められません。",
      pausedNow: "Reelayをここで一時停止しました。作成中の動画は最後まで作られます。",
      goesOn: "ここで新しい動画を作れるようになりました。",
      notYourself: "自分をブロックすることはできません。何も保存されていません。",
      badWords: (most, length) =>
        `${number(most)}個まで、1行に1つ、それぞれ${number(length)}文字までです。何も保存されていません。`,
    },
    audit: {
      title: "操作ログ",
      none: "まだありません。",
      file: "ファイルには最新の100件が入っています。時刻はUTCです。",
      somebody: "データが削除された人",
      did: {
        key_set: "チームのキーを保存",
        key_removed: "チームのキーを削除",
        paused: "Reelayを一時停止",
        went_on: "Reelayを再開",
        style_saved: "スタイルを保存",
        style_removed: "スタイルを削除",
        approved: "動画を承認",
        declined: "動画を却下",
      },
    },
    spendersForm: {
      everyone: "ここの全員",
      yes: "はい、全員が使えます",
      no: "いいえ、下で選んだ人だけ",
      people: "人",
      roles: "ロール",
      places: "チャンネル",
      placesHint: "選ばない場合、すべてのチャンネル",
    },
    badCap: (given, example) =>
      `「${given}」は上限として読み取れません。${example}のように、またはどちらか一方を入力するか、空欄にしてください。`,
    otherManagers:
      "ほかの承認者が承認できるため、自分の動画は承認できません。「いいえ」を選んでください。何も保存されていません。",
    ownApprovalOff: "ほかの承認者が承認できるようになったため、自分の動画は誰も承認できなくなりました。",
    rulesSaved: "保存しました",
    savedMeanwhile: {
      title: "保存されませんでした",
      body: [
        "フォームを開いたあとに、ほかの人がルールを変更しました。",
        "フォームをもう一度開いて、今のルールを確認してください。",
      ],
    },
    keySaved: (lastFour) => `チームのキー${endingIn(lastFour)}は暗号化して保存されました。`,
    keyUnchecked: "動画サービスから明確な応答がなかったため、まだ確認できていません。",
    keyWithoutCredits: "動画サービスによると、チームのアカウントのクレジットが足りません。",
    nobodyMaySpend: "まだ誰も使えません。「使える人」を押してください。",
    noCapYet:
      "上限がないため、使える人はチームのアカウントのクレジットをすべて使い切れます。上限を決めるには「ルール」を押してください。",
    confirmRemoval: "チームのキーを削除しますか？",
    afterRemoval: "削除すると、このキーで新しい動画を作れなくなります。ルールは残ります。",
    removed: { title: "チームのキーを削除しました", body: ["Reelayから削除されました。"] },
    noVideos: "チームのキーで作られた動画はまだありません。",
    today: "今日（UTC）",
    thisMonth: "今月",
    lastMonth: "先月",
    deletedPerson: (spent) => `データを削除した人：${spent}`,
    row: (made, spent) => `${videos(made)}、${spent}`,
    inTheFile: (people) => `ほか${number(people)}人はファイルにあります。`,
    csv: "ファイルには、人と月ごとに1行あります。",
    fileUnsure: "レポートをファイルで送信しました。見当たらない場合は、もう一度お試しください。",
    noFile: "ここではファイルを送信できませんでした。",
    working: { title: "集計しています…", body: ["クレジットはかかりません。"] },
  },

  teamNews: {
    cap: {
      titles: { most: "今月のクレジットの大半を使いました", all: "今月のクレジットを使い切りました" },
      text: (used, cap) => `今月、チームの動画で${credits(cap)}のうち${number(used)}を使用または確保しています。`,
      noneLeft: "次の動画を作るには足りません。",
      next: "上限は「ルール」で変更できます。",
    },
    noCredits: {
      title: "チームのアカウントにクレジットがありません",
      body: [
        "動画サービスによると、チームのアカウントのクレジットが足りません。開始されなかった動画には課金されません。作成中の動画の確認は続けます。",
        "動画サービスのダッシュボードで、チームのクレジットを追加してください。",
      ],
    },
    keyRefused: {
      title: "チームのキーが拒否されました",
      body: [
        "動画サービスがチームのキーを受け付けなくなったため、チームでは新しい動画を作れません。作成中の動画は新しいキーを待っています。",
        "「チームのキー」で新しいキーを追加してください。",
      ],
    },
    costMore: {
      title: "動画の料金が予定を超えました",
      text: (price, charged) =>
        `${credits(price)}の動画に、動画サービスは${credits(charged)}を請求しました。チームの今月分には実際の請求額を計上します。`,
    },
  },

  approvals: {
    asked: "この動画には、先にチームの承認者の承認が必要です。承認されるまで、課金もクレジットの確保もされません。",
    unreached:
      "承認者のチャンネルに連絡できませんでした。承認者に直接お知らせください。リクエストはチームの承認一覧にあります。",
    theySee: "承認者には、プロンプトと、画像がある場合はその画像が表示されます。",
    expires: (when) => ["リクエストの期限：", when],
    managers: "チームの承認者",
    approvedBy: (who) => ["承認した人：", who],
    declinedBy: (who) => ["却下した人：", who, "。課金されていません。"],
    reason: (note) => `理由：「${note}」`,
    askAgain: "「編集して作成」で内容を変更するか、「もう一度」で改めて依頼できます。",
    buttons: {
      withdraw: "取り下げる",
      approve: (price) => `${credits(price)}を承認`,
      decline: "却下",
      showPicture: "画像を見る",
    },
    pictureSent: {
      title: "画像を送りました",
      body: ["Reelayとのダイレクトメッセージにあります。見つからない場合は、もう一度「画像を見る」を押してください。"],
    },
    pictureNotSent: {
      title: "画像を送れませんでした",
      body: ["Reelayが画像を取得または送信できませんでした。1分後にもう一度お試しください。"],
    },
    question: {
      title: "この動画を承認しますか？",
      asksSeveral: (who, count, price) => [
        "リクエスト：",
        who,
        `。動画${videos(count)}、料金は合計${credits(price)}。`,
      ],
      asks: (who, price) => ["リクエスト：", who, `。料金：${credits(price)}。`],
      because: {
        ask_above: "この料金の動画には承認が必要です。",
        person_day: "この人の1日の上限を超えるため、承認が必要です。",
        person_month: "この人の1か月の上限を超えるため、承認が必要です。",
      },
      leftForPerson: {
        day: (left) => `今日（UTC）のこの人の残り：${credits(left)}。`,
        month: (left) => `今月のこの人の残り：${credits(left)}。`,
      },
      mayBeOwn: "この人は承認者でもあるため、自分で承認できます。",
      picture: "画像を開く",
      privatePicture: "非公開の画像が付いています。",
    },
    titles: {
      approved: "承認済み",
      declined: "却下",
      expired: "期限切れ",
      withdrawn: "取り下げ",
      over: "承認待ちではありません",
    },
    ended: {
      approved: (who, when) => ["承認した人：", who, "（", when, "）"],
      declined: (who, when) => ["却下した人：", who, "（", when, "）"],
      withdrawn: (who, when) => ["取り下げた人：", who, "（", when, "）"],
      expired: (when) => ["24時間以内に回答がなかったため、期限切れになりました（", when, "）。"],
      over: "この動画は、すでに承認待ちではありません。",
    },
    list: {
      title: "承認待ちの動画",
      none: "承認待ちの動画はありません。",
      until: (when) => ["期限：", when],
      choose: "依頼を選択",
    },
    here: {
      title: "承認の依頼はここに届きます",
      body: [
        "承認が必要な動画は、プロンプトとともにこのチャンネルに投稿されます。ここの全員が見られますが、決められるのは承認者だけです。",
      ],
    },
    declineForm: {
      title: "この動画を却下しますか？",
      note: "このフォームを送信すると、動画は却下されます。閉じた場合、何も決まりません。",
      reason: "理由",
      hint: "動画のカードに表示されます。",
    },
    tooMany: {
      title: "待機中の動画が多すぎます",
      text: (most) =>
        `同時に待機できる動画は${videos(most)}までです。この動画は開始されませんでした。課金されていません。`,
      next: "どれかを取り下げるか、どれかが決まってからもう一度お試しください。",
    },
    notYourOwn: {
      title: "ほかの承認者が決めます",
      body: [
        "自分でリクエストした動画のため、ほかの承認者が決める必要があります。依頼はまだ有効です。",
        "不要な場合は、カードの「取り下げる」を押してください。",
      ],
    },
    alreadyDecided: "すでに決まっています",
    approvedNow: (who, price) => [
      who,
      `さんの動画は、空きができると開始されます。この動画のために確保：${credits(price)}。`,
    ],
    declinedNow: (who) => [who, "さんは動画のカードで確認できます。課金されていません。"],
    overTeamCap: {
      title: "承認されませんでした",
      stillOpen: "依頼はまだ有効で、課金されていません。上限を上げてから承認するか、却下してください。",
    },
    checking: { title: "お待ちください…", body: ["決定する権限を確認しています。"] },
    withdrawnNow: { title: "取り下げました", body: ["この動画は作成されません。課金されていません。"] },
    alreadyBegun: {
      title: "間に合いませんでした",
      body: ["この動画はすでに待機中ではないため、取り下げられません。今の状況はカードに表示されています。"],
    },
    channelNeeded: "承認と1人あたりの上限には、承認用のチャンネルが必要です。選んでください。何も保存されていません。",
    notReached: {
      noAccess: {
        discord:
          "Reelayはそのチャンネルに投稿できないため、何も保存されていません。そこで「チャンネルを見る」と「メッセージを送信」を許可してから、もう一度保存してください。",
        slack:
          "Reelayはそのチャンネルに投稿できないため、何も保存されていません。/inviteで招待してから、もう一度保存してください。",
      },
      restricted:
        "そのチャンネルまたはワークスペースの設定により、投稿できるメンバーとアプリが限られているため、何も保存されていません。別のチャンネルを選ぶか、ワークスペースの管理者に設定の変更を依頼してください。",
      other: (chat) =>
        `${chat}がそのチャンネルへの投稿を許可しなかったため、何も保存されていません。別のチャンネルを選んでください。このボットの運営者（${OPERATORS}）にお知らせください（理由はログに残っています）。`,
      outage: (chat) => `${chat}から明確な応答がなかったため、何も保存されていません。1分後にもう一度お試しください。`,
    },
  },

  shortReplies: {
    cannotSave: {
      title: "今はできません",
      body: [`現在、保存できません。${NOTHING_CHARGED}`, "1分後にもう一度お試しください。"],
    },
    teamUnread: {
      title: "今はできません",
      body: [
        `現在、チームのルールを読み込めません。${NOTHING_CHARGED}`,
        `1分後にもう一度お試しください。解決しない場合は、このボットの運営者（${OPERATORS}）にお知らせください。`,
      ],
    },
    tooManyCommands: {
      title: "少しゆっくりお願いします",
      text: (most) => `コマンドは1分間に${most}回まで使えます。1分後にもう一度お試しください。`,
    },
    busy: {
      title: "Reelayが混み合っています",
      text: "ほかの人のコマンドで混み合っています。1分後にもう一度お試しください。",
    },
    notAllowedHere: {
      title: "ここでは動画を作成できません",
      because: {
        not_this_team: "このボットが動画を作成できるサーバーとワークスペースは限られています。",
        not_this_channel: "このボットが動画を作成できるチャンネルは限られています。",
        no_role: "必要なロールがありません。このサーバーの管理者に付与を依頼してください。",
      },
      next: ASK_OPERATORS,
    },
    blocked: {
      title: "許可されていません",
      body: [`このボットで動画を作成することはできません。${NOTHING_CHARGED}`, ASK_OPERATORS],
    },
    notYours: {
      title: "ほかの人の動画です",
      body: ["この操作ができるのは、この動画をリクエストした人だけです。自分の動画は自由に作成できます。"],
    },
    strayPress: {
      title: "何も実行されていません",
      body: [
        "このボタンは、押されたメッセージのものではありません。課金されていません。",
        "動画のカードのボタンを使ってください。カードは動画の一覧からここに表示できます。",
      ],
    },
    goneCard: {
      title: "期限切れです",
      body: [
        `この動画の記録は削除されたため、ボタンは使えません。${NOTHING_CHARGED}`,
        "新しい動画をリクエストしてください。",
      ],
    },
    noSuchVideo: {
      title: "動画が見つかりません",
      body: ["そのIDで始まる自分の動画がないか、複数あります。動画の一覧でIDを確認し、6文字以上で指定してください。"],
    },
    forgottenPrompt: {
      title: "期限切れです",
      body: [`そのプロンプトはもう保存されていません。${NOTHING_CHARGED}`, "もう一度入力してください。"],
    },
    stillStarting: {
      title: "開始したところです",
      body: ["この動画は開始したところです。少し待つと、カードをここに表示できます。"],
    },
    unknownAct: {
      title: "別のバージョンのものです",
      text: `Reelayの別のバージョンのものなので、ここでは使えません。${NOTHING_CHARGED}`,
      next: (help) => [help, " と入力すると、使い方がわかります。"],
    },
    notPrepared: {
      title: "問題が発生しました",
      body: [
        `情報を用意できませんでした。${NOTHING_CHARGED}`,
        `1分後にもう一度お試しください。解決しない場合は、このボットの運営者（${OPERATORS}）にお知らせください。`,
      ],
    },
    somethingWentWrong: {
      title: "問題が発生しました",
      body: [`Reelayで問題が発生し、動画は開始されませんでした。${NOTHING_CHARGED}`, "1分後にもう一度お試しください。"],
    },
    alreadyOnItsWay: {
      title: "すでに作成中です",
      body: ["この動画はすでに作成中です。新しい動画は開始されていません。"],
    },
    justStarted: {
      title: "開始したばかりです",
      body: [
        "このカードから動画の作成を開始したばかりです。もう1本作成する場合は、数秒後にもう一度フォームを送信してください。今回は課金されていません。",
      ],
    },
    notifiedToo: {
      title: "作成が終わったら通知します。",
      body: ["この動画の結果を、メンションでお知らせします。"],
    },
    notifiedUntil: {
      title: "しばらくの間、通知します。",
      text: (when) => [
        "この動画の作成が",
        when,
        "までに終わったら、メンションでお知らせします。その後は、リクエストした人にだけ通知できます。",
      ],
    },
    nobodyNotified: {
      title: "ここでは通知できません",
      body: ["この動画の結果は、リクエストした人にだけ通知できます。通知の一覧には追加していません。"],
    },
    notifiedAnyway: {
      title: "この動画は自動的に通知されます。",
      body: ["自分がリクエストした動画なので、作成が終わったらメンションでお知らせします。"],
    },
    listFull: {
      title: "通知の一覧がいっぱいです",
      body: ["1通のメッセージでメンションできる人数の上限に達しています。カードは全員に見える形で更新されます。"],
    },
    alreadyOver: {
      title: "すでに終わっています",
      body: ["待つ必要はありません。結果はカードに表示されています。"],
    },
    stillRunning: {
      title: "まだ作成中です",
      body: [
        "この動画はまだ作成中のため、カードは削除できません。開始した動画は止められません。",
        "作成が終わったら、カードを削除できます。",
      ],
    },
  },

  frontEnd: {
    restarting: { title: "Reelayは再起動中です", body: ["課金されていません。1分後にもう一度お試しください。"] },
    unreadable: { title: "内容を読み取れませんでした", body: ["課金されていません。もう一度お試しください。"] },
    unfinished: { title: "問題が発生しました", body: ["もう一度試す前に、状況を確認してください。"] },
    closed: { title: "開くのに時間がかかりすぎました", body: ["課金されていません。もう一度お試しください。"] },
    notOpened: {
      title: "Slackで開けませんでした",
      body: ["課金されていません。1分後にもう一度お試しください。"],
    },
    unpostable: {
      title: "動画のカードを表示できませんでした",
      because: {
        no_access: "Reelayをこのチャンネルに招待するか、別のチャンネルでお試しください。",
        restricted:
          "このチャンネルまたはワークスペースの設定により、ここに投稿できるメンバーとアプリが限られています。別のチャンネルで試すか、ワークスペースの管理者にお問い合わせください。",
        other: `Slackに拒否されました。別のチャンネルでお試しください。解決しない場合は、このボットの運営者（${OPERATORS}）にお知らせください（理由はログに残っています）。`,
        outage: "現在、Slackが受け付けていません。1分後にもう一度お試しください。",
      },
    },
    notInstalled: {
      title: "このワークスペースにReelayがインストールされていません",
      body: ["課金されていません。もう一度インストールするよう、ワークスペースの管理者に依頼してください。"],
    },
    inDirect: {
      title: "動画のカードはダイレクトメッセージにあります",
      body: ["設定のとおり、あなただけに表示されています。"],
    },
    notInChannel: {
      no_access: {
        title: "Reelayはこのチャンネルにいません",
        text: (command) => [
          "そのため、動画の作成中にカードをここで更新できません。更新できるようにするには ",
          command,
          " と入力してください。",
        ],
      },
      restricted: {
        title: "Reelayはこのチャンネルに投稿できません",
        body: [
          "このチャンネルまたはワークスペースの設定により、ここに投稿できるメンバーとアプリが限られています。そのため、動画の作成中にカードをここで更新できません。設定はワークスペースの管理者が変更できます。",
        ],
      },
      other: {
        title: "Slackがこのチャンネルへのカードの投稿を拒否しました",
        body: [
          `そのため、動画の作成中にカードをここで更新できません。このボットの運営者（${OPERATORS}）にお知らせください（理由はログに残っています）。`,
        ],
      },
    },
    whyHere: "リクエストされたチャンネルにReelayが書き込めないため、ここに表示しています。",
    moderated: {
      title: "Discordのモデレーションでブロックされました",
      automod:
        "このサーバーのAutoModによりReelayの返信を投稿できなかったため、動画は開始されませんでした。課金されていません。",
      links:
        "Discordの有害リンクフィルターによりReelayの返信を投稿できなかったため、動画は開始されませんでした。課金されていません。",
      next: "プロンプトを変えて、もう一度お試しください。サーバーの管理者は、ReelayのロールをAutoModのルールの対象外にできます。",
      nextLinks: "プロンプトからリンクを削除して、もう一度お試しください。",
    },
    refusedAnswer: {
      title: "DiscordがReelayの返信を拒否しました",
      body: [
        "DiscordがReelayの返信をここで受け付けなかったため、動画は開始されませんでした。課金されていません。",
        `もう一度、または別のチャンネルでお試しください。解決しない場合は、このボットの運営者（${OPERATORS}）にお知らせください（理由はログに残っています）。`,
      ],
    },
  },

  forms: {
    format: "縦横比・解像度・長さ",
    save: "保存",
    makeIt: "作成",
    prices: (list) => `料金：${list}。`,
    key: {
      note: "このフォームはあなただけに表示されています。キーはクレジットを使わずに確認し、暗号化して保存します。",
      waits: (price) => `このキーを待っている動画は${credits(price)}かかり、自動で続きます。`,
      label: "APIキー",
      hint: "動画サービスのダッシュボードにあります",
    },
    creditsAreTaken: "クレジットは動画の開始時に引かれ、失敗した場合は返却されます。",
    newVideo: "新しい動画を作成します。クレジットは開始時に引かれ、失敗した場合は返却されます。",
    pictureAgain: "画像をもう一度追加",
    risk: (atMost) => `最初の動画に最大${credits(atMost)}かかった可能性があります。今回は別に料金がかかります。`,
    prompt: "プロンプト",
    promptHint: "動画の内容",
    resolution: "解像度と料金",
    picture: "画像",
    address: "画像のURL",
    hints: {
      upload: (most) => `動かしたい画像（${number(most)} MBまで）。`,
      address: (most) => `動かしたい画像のURL（https://…、${number(most)} MBまで）。`,
      uploadKept: (most) => `空の場合は前の画像を使います（${number(most)} MBまで）。`,
      uploadEmpty: (most) => `${number(most)} MBまで。`,
      addressEmpty: (most) => `https://…、${number(most)} MBまで。`,
      gone: (most) => `前の画像はもう開けません。同じ画像か別の画像を追加してください（${number(most)} MBまで）。`,
    },
  },

  slackForms: {
    close: "閉じる",
    where: "カードを表示する場所",
    whereHint: "空のままなら、Reelayとのダイレクトメッセージに表示します。",
    upTo: (most) => `${number(most)}文字まで`,
    or: (label) => `または：${label}`,
    noHiding:
      "Slackには入力内容を隠す欄がありません。入力中のキーは画面に表示され、周りの人にも見える可能性があります。",
    noFiles: "ここではファイルをアップロードできません（このボットの運営者が設定していません）。",
  },

  choices: {
    ratio: { "16:9": "16:9（横長）", "9:16": "9:16（縦長）" },
    asPicture: "画像に合わせる",
    resolution: (resolution, ten, fifteen) => `${resolution}（10秒：${ten}クレジット、15秒：${fifteen}クレジット）`,
    pay: { mine: "自分のキー", team: "チームのキー" },
    payByItself: "自分のキー、なければチームのキー",
    ping: {
      on: "オン",
      off: "オフ",
      channel: "オン（チャンネルにも表示）",
    },
    attach: { yes: "可能ならカードで再生", no: "リンクだけ" },
    attachInThread: "可能ならカードのスレッドで再生",
    visibility: { here: "ここの全員に表示", private: "自分だけに表示" },
    confirmAbove: {
      always: () => "毎回",
      above: (most) => `${credits(most)}を超える場合`,
      never: () => "確認しない",
    },
  },

  settings: {
    yours: "設定",
    saved: "設定を保存しました",
    note: "動画のデフォルト設定です。",
    first: "リクエストで指定したオプションが優先されます。画像の縦横比はそのまま使われます。",
    labels: {
      ratio: "縦横比",
      duration: "長さ",
      resolution: "解像度",
      ping: "通知",
      attach: "動画ファイル",
      visibility: "カードの公開範囲",
      confirm_above: "クレジットを使う前の確認",
      pay: "支払い",
    },
    line: (label, chosen) => `${label}：${chosen}`,
    bad: (given, allowed) => `「${given}」は選択肢にありません。${allowed}から選んでください。`,
    nothingChanged: "何も変更していません",
  },

  data: {
    title: "保存されているデータ",
    gathering: { title: "ファイルを用意しています…", body: ["クレジットはかかりません。"] },
    fileHere:
      "Reelayに保存されているデータは、すべてこのファイルにあります。これはあなただけに表示されています。Discordを閉じる前にダウンロードしてください。",
    fileInDirect:
      "Reelayに保存されているデータをすべて入れたファイルを、Reelayとのダイレクトメッセージに送りました。削除するまでそこに残ります。",
    leftOut: (entries) => `すべて入れるとこのチャットには大きすぎるため、古い順に${number(entries)}件を省きました。`,
    notTheKey: "キーそのものは入っていません。末尾の4文字だけです。",
    notNow: {
      title: "現在、ファイルを送信できませんでした",
      body: ["チャットから明確な応答がありませんでした。1分後にもう一度お試しください。"],
    },
    unsure: {
      title: "ファイルは届いたかもしれません",
      body: [
        "Slackにファイルが届いたか確認できませんでした。Reelayとのダイレクトメッセージを確認してください。なければ、もう一度お試しください。",
      ],
    },
    noFile: {
      title: "ここではファイルを送れません",
      body: [
        "このチャットでは、Reelayからファイルを送れません。Reelayとのダイレクトメッセージでもう一度試すか、管理者にファイルの許可を依頼してください。",
      ],
    },
    wouldHold: (parts, jobs) => [`ファイルに入る内容：${parts}。`, jobs, " で動画の一覧をここに表示できます。"],
    nothingKept: {
      title: "保存されているデータはありません",
      body: ["Reelayには何も保存されていないため、削除するものはありません。"],
    },
    confirm: "データを削除しますか？",
    permanentlyDeleted: (parts) => `次のデータが完全に削除されます：${parts}。`,
    stays: [
      "チャットのカード、メッセージ、ファイルはそのまま残ります。残したくないカードは先に削除してください。データの削除後は、カードのボタンが使えなくなります。",
      "バックアップとログは、このボットの運営者のもとに残っている場合があります。",
    ],
    teamSums:
      "チームが支払った動画の費用は、「データを削除した人」としてチームの集計に残ります。その日とその月が終わるまでは、引き続き自分の上限に数えられます。",
    deleted: "データを削除しました",
    forgotten: "Reelayに保存されていたデータを削除しました。",
    sevenDays: "同じ動画が二重に作成されないように、最近の動画のIDだけを7日間保存します。",
    going: {
      title: "データを削除しています",
      body: ["少し時間がかかります。これ以上の操作は必要ありません。"],
    },
    tooOldText: (command) => [
      "何も削除していません。確認の表示から15分以上たっています。もう一度 ",
      command,
      " を実行してください。",
    ],
    notYours: {
      title: "ほかの人のデータです",
      body: ["この操作ができるのは、コマンドを実行した本人だけです。何も削除していません。"],
    },
    parts: {
      key: "APIキー",
      settings: "設定",
      welcomed: "最初の案内を表示したという記録",
      ended: (ended) => `過去の動画${videos(ended)}の記録（プロンプトとリンクを含む）`,
      films: (films) => `保存中の動画${videos(films)}とそのリンク`,
      kept: (requests) => `まだ開始していないリクエスト${number(requests)}件`,
      costs: (costs) => `動画${videos(costs)}の料金の記録`,
      open: (open) => `作成中の動画${videos(open)}`,
    },
    withdrawn: (waiting) => `待機中の動画が${videos(waiting)}あります。取り下げられるため、作成も課金もされません。`,
    stillOpen: (open) =>
      `作成中の動画が${videos(open)}あり、止めることはできません。結果をお知らせした後、その記録も削除します。`,
    justEnded: (ended) =>
      `終わったばかりの動画が${videos(ended)}あります。カードの更新が終わりしだい、その記録も削除します。`,
    nothing: "なし",
    listed: (first, last) => `${first.join("、")}、${last}`,
  },

  spending: {
    thisMonth: (spent) => `今月：${spent}。`,
    lastMonth: (spent) => `先月：${spent}。`,
    none: "使用なし",
    spent: (spent) => `${credits(spent)}使用`,
    refunds: (charged, refunded) => `（課金${number(charged)}、返却${number(refunded)}）`,
    maybe: (atMost) => `、ほかに最大${credits(atMost)}が未確認`,
  },

  list: {
    title: "動画の一覧",
    page: (page) => `動画の一覧（${page}ページ目）`,
    none: "まだ動画をリクエストしていません。",
    noOlder: "これより古い動画はありません。",
    choose: "カードをここに表示…",
    kept: (when) => ["ここに保存中、期限：", when],
  },

  home: {
    make: "テキストから、またはテキストと画像から作成します。",
    welcome: {
      title: "Reelayへようこそ",
      describe: (command) => [
        "内容を書くだけで、Reelayが短い動画を作成します。チャンネルで ",
        command,
        " と入力するか、ここでReelayにメッセージを送ってください。",
      ],
      addKey:
        "動画の作成には、動画サービスにある自分のアカウントのクレジットを使います。まずAPIキーを追加してください。",
    },
  },

  help: {
    title: "動画の作り方",
    parts: {
      start: "はじめに",
      prices: "料金",
      yours: "キーとデータ",
      know: "知っておくと便利なこと",
      now: "現在の状態",
    },
    sample: "サーフィンする猫",
    addKey: (command) => [command, " で自分のAPIキーを追加します。キーは動画サービスのアカウントで取得できます。"],
    describe: (command) => [
      "動画の内容を書きます：",
      command,
      "。カードに進行状況が表示され、完成すると通知が届きます。",
    ],
    several: (command) => ["シーンや複数のバージョンをまとめて作成するには ", command, " を使います。"],
    options: (command) => [
      "縦横比、長さ、解像度、画像は ",
      command,
      " のオプションで、どれも省略できます。メッセージの画像を使うには、メッセージのメニューから「アプリ」、「画像を動かす」を開いてください。",
    ],
    flags: (flags, command) => [
      "そのほかはプロンプトの後に指定します：",
      flags,
      "。",
      command,
      " だけを入力するとフォームが開きます。",
    ],
    otherFlags: (flag) => [
      "プロンプトに ",
      flag,
      " のように書いたオプションも使えます。意味がはっきりしない場合は、支払いの前に確認します。",
    ],
    pricesNote: "クレジットは開始時に引かれ、失敗した場合は返却されます。",
    spentUnknown: "今月の使用量は、現在確認できません。",
    key: (status, remove) => ["キー：", status, " で使えるか確認でき、", remove, " で削除できます。"],
    contact: (contact) => ["このボットへのお問い合わせ：", contact],
    terms: "利用規約",
    privacy: "プライバシーポリシー",
    goOn: "完成した動画のカードにある「続きを作成」で、最後のフレームから次のパートを作成できます。",
    join: "「つなげる」で、すべてのパートを1本の動画に無料でまとめられます。",
    cannotStop: "開始した動画は止められません。「削除」で消えるのはカードとその通知だけです。",
    cannotStopSaved:
      "開始した動画は止められません。「削除」でカードとその通知を削除できます。保存されている動画も削除するかどうかは、そのときに選べます。",
    kept: (days, get, forget) => [
      `プロンプトは動画の終了後${number(days)}日間保存されます。`,
      "保存されているデータは、",
      get,
      " で非公開ファイルとして受け取れ、",
      forget,
      " で削除できます。",
    ],
    links: "リンクは約2時間使えます。",
    savedLinks: (days) => `完成した動画は最長${number(days)}日間保存され、その間リンクを使えます。`,
    savedAlone: (days) =>
      `リンクは約2時間使えます。動画そのものは最長${number(days)}日間保存されます。リンクの期限が切れたら「新しいリンク」を押してください。`,
    allWell: "すべて正常に動作しています。",
    trouble: (troubles) => `現在の問題：${troubles}。`,
    orVideo: {
      title: "ヘルプですか、動画ですか？",
      text: (price) =>
        `使い方を見るには「ヘルプ」を、この一語から動画を作成するには「作成を開始」を押してください。動画の料金は${credits(price)}です。まだ課金されていません。`,
    },
    missing: {
      view_channel: `Reelayはこのチャンネルを表示できないため、15分を過ぎるとカードを更新できません。${allow("チャンネルを見る")}`,
      send_messages: `Reelayはこのチャンネルに書き込めないため、ダイレクトメッセージでお知らせすることがあります。${allow("メッセージを送信")}`,
      send_in_threads: `Reelayはこのスレッドに書き込めないため、ダイレクトメッセージでお知らせすることがあります。${allow("スレッドでメッセージを送信")}`,
      embed_links: `このチャンネルではReelayのリンクのプレビューが表示されません。${allow("埋め込みリンク")}`,
      attach_files: `Reelayはこのチャンネルにファイルを投稿できないため、動画はリンクになります。${allow("ファイルを添付")}`,
      read_history: `Reelayはこのチャンネルで自分のカードに返信できないため、通知は別のメッセージとして表示されます。${allow("メッセージ履歴を読む")}`,
    },
  },

  install: {
    installed: {
      title: "Reelayをインストールしました",
      text: (command) => `Slackで ${command} と入力すると、最初の動画を作成できます。`,
    },
    open: "Slackを開く",
    denied: {
      title: "Reelayはインストールされていません",
      text: "許可されなかったため、何も変わっていません。いつでもやり直せます。",
    },
    stale: {
      title: "このページは期限切れです",
      text: "10分以上開いたままだったか、別のブラウザから開かれたか、2回読み込まれました。Reelayがすでにワークスペースにあれば、これ以上の操作は不要です。なければ、最初からやり直してください。",
    },
    refused: {
      title: "Slackがインストールを受け付けませんでした",
      text: `Reelayの設定に問題があり、インストールされていません。Reelayの運営者（${OPERATORS}）にお知らせください（原因はログにあります）。`,
    },
    broken: {
      title: "問題が発生しました",
      text: `Reelayはまだインストールされていません。1分ほど待ってからやり直してください。それでも解決しない場合は、Reelayの運営者（${OPERATORS}）にお知らせください。`,
    },
    again: "最初からやり直す",
  },
};
