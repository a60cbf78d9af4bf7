import type { MailContent } from '#server/platform/room-message.ts'
import { pesosFormat } from './mail-content.ts'

/** What happened to the money of a top-up. Pesos; `reference` is the payment's. */
export type PaymentMail =
  | { template: 'charged_twice'; data: { pesos: number; reference: string } }
  | { template: 'charge_returned'; data: { pesos: number; reference: string } }
  | {
      template: 'topup_voided'
      /** `owedPesos`: what the wallet could not give back. */
      data: { pesos: number; reference: string; owedPesos: number }
    }
  | { template: 'debt_paid'; data: { pesos: number } }
  | { template: 'topup_approved'; data: { pesos: number; reference: string } }
  | { template: 'topup_declined'; data: { pesos: number; reference: string } }
  | { template: 'topup_abandoned'; data: { pesos: number; reference: string } }

export function paymentMail(mail: PaymentMail, site: string): MailContent {
  switch (mail.template) {
    case 'charged_twice':
      return chargedTwice(mail.data, site)
    case 'charge_returned':
      return chargeReturned(mail.data, site)
    case 'topup_voided':
      return mail.data.owedPesos > 0 ? voidedWithDebt(mail.data, site) : voided(mail.data, site)
    case 'debt_paid':
      return debtPaid(mail.data, site)
    case 'topup_approved':
      return topupApproved(mail.data, site)
    case 'topup_declined':
      return topupDeclined(mail.data, site)
    case 'topup_abandoned':
      return topupAbandoned(mail.data, site)
  }
}

type Charge = { pesos: number; reference: string }

function topupApproved(data: Charge, site: string): MailContent {
  return {
    subject: `Recargaste ${pesosFormat.format(data.pesos)}`,
    heading: 'Tu recarga ya está en tu saldo',
    paragraphs: [`Aprobaron tu pago de ${pesosFormat.format(data.pesos)}.`],
    action: wallet(site),
    facts: factsOf(data),
    closing: ['Si no fuiste tú, responde a este correo.'],
  }
}

function topupDeclined(data: Charge, site: string): MailContent {
  return {
    subject: 'Tu recarga no fue aprobada',
    heading: 'Tu recarga no fue aprobada',
    paragraphs: [
      `Tu medio de pago no aprobó ${pesosFormat.format(data.pesos)}, y no entró a tu saldo.`,
    ],
    action: wallet(site),
    facts: factsOf(data),
    closing: ['Intenta otra vez o con otro medio. Si te descontaron algo, tu banco lo devuelve.'],
  }
}

function topupAbandoned(data: Charge, site: string): MailContent {
  return {
    subject: 'Tu recarga quedó sin terminar',
    heading: 'Tu recarga quedó sin terminar',
    paragraphs: [
      `Empezaste a recargar ${pesosFormat.format(data.pesos)} y el pago no llegó.`,
      'Si pagaste más tarde, lo vemos y lo sumamos a tu saldo.',
    ],
    action: wallet(site),
    facts: factsOf(data),
    closing: [],
  }
}

function chargedTwice(data: Charge, site: string): MailContent {
  return {
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
  }
}

function chargeReturned(data: Charge, site: string): MailContent {
  return {
    subject: 'Devolvimos el segundo cobro de tu recarga',
    heading: 'Devolvimos el segundo cobro',
    paragraphs: ['Tu saldo no cambió: la recarga sigue ahí, cobrada una sola vez.'],
    action: wallet(site),
    facts: factsOf(data),
    closing: ['El dinero aparece en tu medio de pago cuando tu banco lo registre.'],
  }
}

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

function debtPaid(data: { pesos: number }, site: string): MailContent {
  return {
    subject: 'Tu saldo pendiente está pagado',
    heading: 'Tu saldo pendiente está pagado',
    paragraphs: ['Ya puedes volver a reservar, publicar y retirar.'],
    action: wallet(site),
    facts: [['Pagado', pesosFormat.format(data.pesos)]],
    closing: ['Gracias por ponerte al día.'],
  }
}

const wallet = (site: string) => ({ label: 'Ver mi billetera', url: `${site}/wallet` })

function factsOf(data: Charge): [string, string][] {
  return [
    ['Valor', pesosFormat.format(data.pesos)],
    ['Referencia', data.reference],
  ]
}
