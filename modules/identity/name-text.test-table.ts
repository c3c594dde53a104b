/** Contact data dressed as a name: each is refused. */
export const evasions: readonly string[] = [
  'nora@clinic', 'nora＠clinic', 'nora﹫mail', '@nora_h90', 'Nora (@nora)', '@',
  'WhatsApp +90 532', 'whatsapp', 'WHATSAPP Nora', 'Whats App Nora', 'whats-app nora', 'whatsappnora', 'Nora-WhatsApp',
  'ＷｈａｔｓＡｐｐ', 'wh4ts4pp', 'W h a t s a p p', 'w.h.a.t.s.a.p.p', 'w_h_a_t_s_a_p_p', 'What\u200bsApp', 'WhatsАpp',
  '𝐖𝐡𝐚𝐭𝐬𝐀𝐩𝐩', 'ⓦⓗⓐⓣⓢⓐⓟⓟ', 'watsapp nora', 'Whatsap', 'wátsapp', 'vatsap nora', 'Ватсап Нора', 'واتساب نورا',
  'واتس اب', 'insta nora_h90', 'INSTA', 'İnsta: nora', 'ınsta nora', '1nsta nora', 'insta_nora', 'Nora.insta', 'instagram', 'i n s t a g r a m',
  'Инстаграм', 'انستغرام', 'اینستاگرام', 'telegram nora', 'T3legram', 'Телеграм', 'تلگرام', 'Signal Nora', 'viber', 'вайбер',
  'WeChat nora', '微信 nora', 'Nora微信号', 'facebook nora', 'face book', 'Facebook.', 'TikTok nora', 'tik tok', 'Snapchat nora',
  'skype nora', 'gmail nora', 'call me', 'Call  Me Nora', 'text me', 'DM me', 'beni ara', 'Beni arayın', 'bana ulaşın', 'bana yaz',
  'nora.com', 'www.nora', 'NORA.COM.TR', 'http nora', 'https://nora', 'nora . com', 'nora dot com', 'nora nokta com', 'nora。com', 'nora․com', 'ｎｏｒａ．ｃｏｍ', 't.me/nora',
  '05321234567', '+90 532 123 45 67', '5 3 2 1 2 3 4 5', '532-123-45', 'Nora 532 Kaya 12345', '５３２１２３４５６７', '٠٥٣٢١٢٣٤', '۰۵۳۲۱۲۳۴', '०५३२१२३४', '①②③④⑤⑥⑦⑧', '❶❷❸❹❺❻❼❽', '5️⃣3️⃣2️⃣1️⃣2️⃣3️⃣4️⃣5️⃣',
  '5\u200b3\u200b2\u200b1\u200b2\u200b3\u200b4\u200b5', 'five three two one two three four five', 'beş üç iki bir iki üç dört beş', 'sıfır beş üç iki 1 2 3 4', '五三二一二三四五',
];

const people: Record<string, readonly [first: string, last: string]> = {
  turkish: ['Mehmet Ayşe Fatma Mustafa Zeynep Emre Elif Çağrı Işıl İrem Gökhan Şule Ömer Ümit Bircan', 'Yılmaz Kaya Demir Çelik Şahin Yıldız Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Beşiktaşlı Telci'],
  arabic: ['محمد فاطمة أحمد عائشة علي خديجة عمر مريم يوسف زينب حسن سارة خالد نورا إبراهيم', 'الأحمد العلي حسين الخطيب منصور السيد حداد النجار عثمان القاسم الشامي صالح ناصر المصري فارس'],
  german: ['Jürgen Anna Günther Lukas Käthe Sophie Björn Heike Jörg Uwe Anke Lena Dirk Ute Axel', 'Müller Schmidt Weiß Groß Bäcker Schröder Köhler Krüger Richter Klein Wolf Lange Vogel Siegel Dreier'],
  english: ['James Mary Oliver Emma D’Arcy Mary-Jane Sam Ann Zoë Will Ella Tom Mark Art Dot', 'Smith O’Brien Jones Line Bell Call Mailer Skyes Tenney Webb Page Book Seven Nine Instone'],
  french: ['Jean Marie Éloïse François Hélène Noël Chloé Anaïs Jérôme Zoé Luc Agnès Benoît Gaël Côme', "Dubois Lefèvre D’Aubigné Garçon Telle Fabre Roux Blanc Moreau L'Hôpital Petit Durand Leroy Simon Mercier"],
  spanish: ['José María Íñigo Lucía Ángel Begoña Martín Inés Raúl Noemí Iván Sofía Óscar Pilar Cruz', 'García Núñez Muñoz Ibáñez Peña López Ortiz Ramos Gil Cruz Vega Ríos Soto Luna Castaño'],
  russian: ['Иван Мария Алексей Ольга Дмитрий Анна Сергей Елена Павел Наталья Юрий Ксения Фёдор Татьяна Игорь', 'Иванов Смирнова Кузнецов Попова Соколов Лебедева Козлов Новикова Морозов Волкова Зайцев Павлова Беляев Орлова Щукин'],
  persian: ['رضا زهرا حسین مهسا امیر نرگس کیان شیرین داریوش پریسا بهرام لیلا آرش مینا سهراب', 'محمدی حسینی احمدی کریمی رضایی موسوی جعفری رحیمی صادقی کاظمی یزدانی تهرانی شیرازی گلستانی پارسا'],
  chinese: ['伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 一三 九', '王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡'],
  japanese: ['太郎 花子 健一 美咲 翔 陽菜 一郎 二郎 三郎 五郎 七海 さくら ヒロシ ゆい 八重', '佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 三浦 五十嵐 八木 九条 一ノ瀬'],
  polish: ['Łukasz Agnieszka Paweł Małgorzata Krzysztof Żaneta Michał Zofia Jędrzej Grażyna Wojciech Ewa Bożena Jan Ola', 'Kowalski Nowak Wiśniewska Wójcik Dąbrowski Zieliński Szymańska Woźniak Kozłowski Jabłońska Mazur Krawczyk Piątek Źródło Gąska'],
  hindi: ['राहुल प्रिया अमित सुनीता विकास पूजा संजय अंजलि रवि नेहा मोहन सीता अर्जुन कविता दीपक', 'शर्मा वर्मा सिंह गुप्ता पटेल कुमार मिश्रा यादव जोशी चौहान मेहता अग्रवाल तिवारी पांडे नायर'],
};

const places: readonly string[] = [
  'Clinic 24', 'Clinic 24/7', "Dr. O'Neil & Sons", "St. John's", 'Instanbul Dental', 'A.B.C. Dental', 'Dent.Ist', 'Instant Smile', 'Signalman & Co', 'Line Clinic',
  'Tel Aviv Dental', 'Facet Dental', 'Dr.Kaya', 'J.R.', 'Smith & Sons, Inc.', 'Klinik 1907', 'Est. 1923–2026', 'Dr. med. dent. Weiß', 'Snapper Bay Clinic', 'Number One Dental', 'Dört Mevsim', 'Üç Yıldız Diş',
  'Atatürk Cd. No: 12 D: 3, 34710', 'Telegraph Road 7', 'E-M Ail Clinic', 'Viberg', 'Skyper', 'Dm Clinic', 'Seven Eight Nine Dental', 'Mecall', 'Waterside', 'Dr. J. D. M. Web', '五三 クリニック',
];

/** People's and clinics' real names; each is allowed. More than 2,000. */
export const innocentNames: readonly string[] = [
  ...Object.values(people).flatMap(([first, last]) =>
    first.split(' ').flatMap((one) => last.split(' ').map((two) => `${one} ${two}`)),
  ),
  ...places,
];
