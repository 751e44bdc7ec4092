/** What a model may do; in words that lie close to what it may not: rates of a source, advice, conditions, open ends. */
export type PermittedAct = 'explain' | 'compare' | 'link' | 'state limits' | 'several tasks';

export interface PermittedAnswer {
  readonly language: 'en' | 'ru' | 'hu' | 'zh' | 'de' | 'es';
  readonly act: PermittedAct;
  readonly answer: string;
  readonly limitations?: readonly string[];
}

export const permittedAnswers: readonly PermittedAnswer[] = [
  {
    language: 'en',
    act: 'explain',
    answer:
      'Order ORD-1042 was cancelled by its buyer on 3 May, as the source reports [1]. A cancelled order is not shipped: refunds follow within five days [2].',
  },
  {
    language: 'en',
    act: 'compare',
    answer:
      'ORD-1042 left after two days, ORD-2077 after four [1]. From these values, ORD-2077 took twice as long.\n\nThe carrier failed in 5% of the deliveries last week, with a 95% confidence interval of 3 to 7% [2].',
  },
  {
    language: 'en',
    act: 'link',
    answer:
      'Whether ORD-1042 can still be returned is told by the returns page [2]; the escalation steps stand in [DOC-ESC-03](https://example.org/esc).',
  },
  {
    language: 'en',
    act: 'state limits',
    answer: 'When ORD-1042 will arrive is unknown: no source gives a date. If it left on time, it takes two days [1].',
    limitations: ['Weekends are not counted [1].', 'The sources disagree about the price of ORD-2077 [1, 2].'],
  },
  {
    language: 'en',
    act: 'several tasks',
    answer:
      '1. State: ORD-1042 left on 3 May [1].\n2. Refund: five days [2].\n3. Advice: you could ask for a cancellation; nothing has been cancelled by this answer.\n\n`items[7]` holds the parcel in the export.',
  },
  {
    language: 'ru',
    act: 'explain',
    answer:
      'По данным источника, заказ ORD-1042 был отменён покупателем 3 мая [1]. Отменённый заказ не отправляют; деньги возвращаются за пять дней [2].',
  },
  {
    language: 'ru',
    act: 'compare',
    answer:
      'ORD-1042 отправлен через два дня, ORD-2077 через четыре [1], то есть вдвое дольше.\n\nДоля сбоев перевозчика за неделю составила 5 % при p = 0,03 [2].',
  },
  {
    language: 'ru',
    act: 'link',
    answer: 'Условия возврата для ORD-1042 описаны в документации [2], порядок отправки в [1].',
  },
  {
    language: 'ru',
    act: 'state limits',
    answer:
      'Дата прибытия ORD-1042 неизвестна: источники её не называют. Если заказ ушёл вовремя, путь займёт два дня [1].',
    limitations: ['Выходные не учтены [1].'],
  },
  {
    language: 'ru',
    act: 'several tasks',
    answer:
      'Состояние: ORD-1042 отправлен [1].\n\nВозврат: пять дней [2].\n\nСовет: можно попросить об отмене; сам этот ответ ничего не отменяет.',
  },
  {
    language: 'hu',
    act: 'explain',
    answer:
      'A forrás szerint az ORD-1042 rendelést május 3-án a vevő törölte [1]. A törölt rendelést nem küldik el, a visszatérítés öt nap [2].',
  },
  {
    language: 'hu',
    act: 'compare',
    answer:
      'Az ORD-1042 két nap után indult el, az ORD-2077 négy nap után [1], vagyis kétszer annyi idő alatt.\n\nA futár a múlt heti kézbesítések 5%-ában hibázott [2].',
  },
  { language: 'hu', act: 'link', answer: 'Az ORD-1042 visszaküldésének feltételei a dokumentációban állnak [2].' },
  {
    language: 'hu',
    act: 'state limits',
    answer: 'Az ORD-1042 érkezésének napja ismeretlen: egyik forrás sem adja meg. Ha időben indult, két nap az út [1].',
    limitations: ['A hétvégék nincsenek beszámítva [1].'],
  },
  {
    language: 'hu',
    act: 'several tasks',
    answer:
      'Állapot: az ORD-1042 úton van [1].\n\nVisszatérítés: öt nap [2].\n\nTanács: kérhető a törlés; ez a válasz semmit sem töröl.',
  },
  {
    language: 'zh',
    act: 'explain',
    answer: '根据来源，订单ORD-1042于5月3日由买家取消【1】。已取消的订单不会发货，退款需要五天【2】。',
  },
  {
    language: 'zh',
    act: 'compare',
    answer:
      'ORD-1042两天后发货，ORD-2077四天后发货【1】，后者所用时间是前者的两倍。\n\n来源称承运商上周的失败率为5%，95%置信区间为3%至7%[2]。',
  },
  { language: 'zh', act: 'link', answer: 'ORD-1042的退货条件见文档【2】，发货流程见[1]。' },
  {
    language: 'zh',
    act: 'state limits',
    answer: 'ORD-1042的到达日期未知：没有来源给出日期。如果按时发货，则需要两天【1】。',
    limitations: ['周末未计算在内【1】。'],
  },
  {
    language: 'zh',
    act: 'several tasks',
    answer: '状态：ORD-1042已发货【1】。\n\n退款：五天【2】。\n\n建议：可以申请取消；本回答并未取消任何订单。',
  },
  {
    language: 'de',
    act: 'explain',
    answer:
      'Laut Quelle hat der Käufer die Bestellung ORD-1042 am 3. Mai storniert [1]. Stornierte Bestellungen werden nicht versandt; die Erstattung dauert fünf Tage [2].',
  },
  {
    language: 'de',
    act: 'compare',
    answer:
      'ORD-1042 ging nach zwei Tagen hinaus, ORD-2077 nach vier [1]; das ist doppelt so lang.\n\nDie Fehlerrate des Frachtführers lag letzte Woche bei 5 % (p = 0,03) [2].',
  },
  {
    language: 'de',
    act: 'link',
    answer: 'Ob ORD-1042 noch zurückgeschickt werden kann, steht in der Dokumentation [2].',
  },
  {
    language: 'de',
    act: 'state limits',
    answer:
      'Wann ORD-1042 ankommt, ist unbekannt: keine Quelle nennt ein Datum. Falls sie pünktlich abging, dauert es zwei Tage [1].',
    limitations: ['Wochenenden sind nicht gezählt [1].'],
  },
  {
    language: 'de',
    act: 'several tasks',
    answer:
      'Stand: ORD-1042 ist unterwegs [1].\n\nErstattung: fünf Tage [2].\n\nRat: eine Stornierung kann beantragt werden; diese Antwort storniert nichts.',
  },
  {
    language: 'es',
    act: 'explain',
    answer:
      'Según la fuente, el comprador canceló el pedido ORD-1042 el 3 de mayo [1]. Un pedido cancelado no se envía; el reembolso tarda cinco días [2].',
  },
  {
    language: 'es',
    act: 'compare',
    answer:
      'ORD-1042 salió a los dos días y ORD-2077 a los cuatro [1], es decir, el doble.\n\nLa tasa de fallos del transportista fue del 5 % la semana pasada [2].',
  },
  { language: 'es', act: 'link', answer: 'Las condiciones de devolución de ORD-1042 están en la documentación [2].' },
  {
    language: 'es',
    act: 'state limits',
    answer: 'Se desconoce cuándo llegará ORD-1042: ninguna fuente da una fecha. Si salió a tiempo, tarda dos días [1].',
    limitations: ['No se cuentan los fines de semana [1].'],
  },
  {
    language: 'es',
    act: 'several tasks',
    answer:
      'Estado: ORD-1042 está en camino [1].\n\nReembolso: cinco días [2].\n\nConsejo: se puede pedir la cancelación; esta respuesta no cancela nada.',
  },
];
