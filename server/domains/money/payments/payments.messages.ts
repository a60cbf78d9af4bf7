import {
  channels,
  defineMessage,
  pesosFormat,
} from '#server/domains/foundation/notifications/notifications.public.ts'
import type { AnyMessage, MailContent } from '#server/platform/room-message.ts'

/** `pesos`: amount in pesos; `reference`: reference of the payment. */
type Charge = { pesos: number; reference: string }

export const topupApproved = defineMessage({
  name: 'topup_approved',
  topic: 'money',
  channels: channels.duty,
  words: (data: Charge, site) => ({
    subject: `Recargaste ${pesosFormat.format(data.pesos)}`,
    heading: 'Tu recarga ya está en tu saldo',
    paragraphs: [`Aprobaron tu pago de ${pesosFormat.format(data.pesos)}.`],
    action: wallet(site),
    facts: factsOf(data),
    closing: ['Si no fuiste tú, responde a este correo.'],
  }),
})

export const topupDeclined = defineMessage({
  name: 'topup_declined',
  topic: 'money',
  channels: channels.duty,
  words: (data: Charge, site) => ({
    subject: 'Tu recarga no fue aprobada',
    heading: 'Tu recarga no fue aprobada',
    paragraphs: [
      `Tu medio de pago no aprobó ${pesosFormat.format(data.pesos)}, y no entró a tu saldo.`,
    ],
    action: wallet(site),
    facts: factsOf(data),
    closing: ['Intenta otra vez o con otro medio. Si te descontaron algo, tu banco lo devuelve.'],
  }),
})

export const topupAbandoned = defineMessage({
  name: 'topup_abandoned',
  topic: 'money',
  channels: channels.onlyApp,
  words: (data: Charge, site) => ({
    subject: 'Tu recarga quedó sin terminar',
    heading: 'Tu recarga quedó sin terminar',
    paragraphs: [
      `Empezaste a recargar ${pesosFormat.format(data.pesos)} y el pago no llegó.`,
      'Si pagaste más tarde, lo vemos y lo sumamos a tu saldo.',
    ],
    action: wallet(site),
    facts: factsOf(data),
    closing: [],
  }),
})

export const chargedTwice = defineMessage({
  name: 'charged_twice',
  topic: 'money',
  channels: channels.duty,
  words: (data: Charge, site) => ({
    subject: 'Te cobraron dos veces una recarga',
    heading: 'Te devolveremos el segundo cobro',
    paragraphs: [
      'La pasarela de pagos aprobó dos cobros de la misma recarga.',
      'El primero ya está en tu saldo. El segundo te lo devolvemos por el mismo medio de pago.',
    ],
    action: wallet(site),
    facts: factsOf(data),
    closing: [
      'No tienes que hacer nada. Te escribimos cuando esté devuelto; tu banco tarda unos días.',
    ],
  }),
})

export const chargeReturned = defineMessage({
  name: 'charge_returned',
  topic: 'money',
  channels: channels.duty,
  words: (data: Charge, site) => ({
    subject: 'Devolvimos el segundo cobro de tu recarga',
    heading: 'Devolvimos el segundo cobro',
    paragraphs: ['Tu saldo no cambió: la recarga sigue ahí, cobrada una sola vez.'],
    action: wallet(site),
    facts: factsOf(data),
    closing: ['El dinero aparece en tu medio de pago cuando tu banco lo registre.'],
  }),
})

export const topupVoided = defineMessage({
  name: 'topup_voided',
  topic: 'money',
  channels: channels.duty,
  /** `owedPesos`: part of the amount that the wallet could not return. */
  words: (data: Charge & { owedPesos: number }, site) =>
    data.owedPesos > 0 ? voidedWithDebt(data, site) : voided(data, site),
})

function voided(data: Charge, site: string): MailContent {
  return {
    subject: 'Tu recarga fue anulada',
    heading: 'Tu recarga fue anulada',
    paragraphs: ['La pasarela de pagos anuló el cobro y descontamos ese valor de tu saldo.'],
    action: wallet(site),
    facts: factsOf(data),
    closing: ['Si no pediste la anulación, pregunta en tu banco y responde a este correo.'],
  }
}

function voidedWithDebt(data: Charge & { owedPesos: number }, site: string): MailContent {
  return {
    subject: 'Tu recarga fue anulada y quedó un saldo pendiente',
    heading: 'Tienes un saldo pendiente',
    paragraphs: [
      'La pasarela de pagos anuló una recarga que ya habías usado, así que falta ese dinero.',
      'Hasta que lo pagues no puedes reservar, publicar con pago directo ni retirar. Las ' +
        'reservas que ya tienes siguen en pie.',
      'Lo que entre a tu billetera paga primero este saldo: una recarga, una devolución o tus ' +
        'ingresos.',
    ],
    action: {
      label: 'Pagar el saldo pendiente',
      url: `${site}/wallet?amount=${data.owedPesos}`,
    },
    facts: [...factsOf(data), ['Saldo pendiente', pesosFormat.format(data.owedPesos)]],
    closing: ['Si no pediste la anulación, pregunta en tu banco y responde a este correo.'],
  }
}

const wallet = (site: string) => ({ label: 'Ver mi billetera', url: `${site}/wallet` })

function factsOf(data: Charge): [string, string][] {
  return [
    ['Valor', pesosFormat.format(data.pesos)],
    ['Referencia', data.reference],
  ]
}

export const paymentsMessages: AnyMessage[] = [
  topupApproved,
  topupDeclined,
  topupAbandoned,
  chargedTwice,
  chargeReturned,
  topupVoided,
]
