import { displayCode } from '#contract/display-code.ts'
import {
  channels,
  defineMessage,
  pesosFormat,
} from '#server/modules/foundation/notifications/index.ts'
import type { AnyMessage, MessageWords } from '#server/platform/message.ts'

/** `pesos`: amount in pesos; `reference`: reference of the payment. */
type Charge = { pesos: number; reference: string }

type Words = (
  pesos: string,
  reference: string,
) => Pick<MessageWords, 'subject' | 'heading' | 'paragraphs' | 'help' | 'closing'>

/** Defines a message about a charge, with its facts and a link to the wallet. */
const aboutCharge = (name: string, where: AnyMessage['channels'], words: Words) =>
  defineMessage(name, 'money', {
    channels: where,
    words: (data: Charge, site) => ({
      ...words(pesosFormat.format(data.pesos), data.reference),
      action: wallet(site),
      facts: factsOf(data),
    }),
  })

export const topupApproved = aboutCharge('topup_approved', channels.duty, (pesos, reference) => ({
  subject: `Recargaste ${pesos}`,
  heading: 'Tu recarga ya está en tu billetera',
  paragraphs: [`Aprobaron tu pago de ${pesos}.`],
  help: { title: '¿No fuiste tú?', reference },
}))

export const topupDeclined = aboutCharge('topup_declined', channels.duty, (pesos) => ({
  heading: 'Tu recarga no fue aprobada',
  paragraphs: [`Tu medio de pago no aprobó ${pesos}, y no entró a tu saldo.`],
  closing: ['Intenta otra vez o con otro medio. Si te descontaron algo, tu banco lo devuelve.'],
}))

export const topupAbandoned = aboutCharge('topup_abandoned', channels.onlyApp, (pesos) => ({
  heading: 'Tu recarga quedó sin terminar',
  paragraphs: [
    `Empezaste a recargar ${pesos} y el pago no llegó.`,
    'Si pagaste más tarde, lo vemos y lo sumamos a tu saldo.',
  ],
}))

export const chargedTwice = aboutCharge('charged_twice', channels.duty, () => ({
  subject: 'Te cobraron dos veces una recarga',
  heading: 'Te devolveremos el segundo cobro',
  paragraphs: [
    'La pasarela de pagos aprobó dos cobros de la misma recarga.',
    'El primero ya está en tu billetera. El segundo te lo devolvemos por el mismo medio de pago.',
  ],
  closing: [
    'No tienes que hacer nada. Te escribimos cuando esté devuelto; tu banco tarda unos días.',
  ],
}))

export const chargeReturned = aboutCharge('charge_returned', channels.duty, () => ({
  subject: 'Devolvimos el segundo cobro de tu recarga',
  heading: 'Devolvimos el segundo cobro',
  paragraphs: ['Tu saldo no cambió: la recarga sigue ahí, cobrada una sola vez.'],
  closing: ['El dinero aparece en tu medio de pago cuando tu banco lo registre.'],
}))

export const topupVoided = defineMessage('topup_voided', 'money', {
  channels: channels.duty,
  /** `owedPesos`: part of the amount that the wallet could not return. */
  words: (data: Charge & { owedPesos: number }, site) =>
    data.owedPesos > 0 ? voidedWithDebt(data, site) : voided(data, site),
})

function voided(data: Charge, site: string): MessageWords {
  return {
    heading: 'Tu recarga fue anulada',
    paragraphs: ['La pasarela de pagos anuló el cobro y descontamos ese valor de tu saldo.'],
    action: wallet(site),
    facts: factsOf(data),
    help: { title: '¿Tienes dudas?', reference: data.reference },
    closing: ['Si no pediste la anulación, pregunta también en tu banco.'],
  }
}

function voidedWithDebt(data: Charge & { owedPesos: number }, site: string): MessageWords {
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
    action: { label: 'Pagar el saldo pendiente', url: `${site}/wallet?amount=${data.owedPesos}` },
    facts: [...factsOf(data), ['Saldo pendiente', pesosFormat.format(data.owedPesos)]],
    help: { title: '¿Tienes dudas?', reference: data.reference },
    closing: ['Si no pediste la anulación, pregunta también en tu banco.'],
  }
}

const wallet = (site: string) => ({ label: 'Ver mi billetera', url: `${site}/wallet` })

function factsOf(data: Charge): [string, string][] {
  return [
    ['Valor', pesosFormat.format(data.pesos)],
    ['Referencia', displayCode(data.reference)],
  ]
}
