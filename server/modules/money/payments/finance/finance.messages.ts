import {
  channels,
  defineMessage,
  pesosFormat,
} from '#server/modules/foundation/notifications/index.ts'

export const debtPaid = defineMessage('debt_paid', 'money', {
  channels: channels.duty,
  words: (data: { pesos: number }, site) => ({
    heading: 'Tu saldo pendiente está pagado',
    paragraphs: ['Ya puedes volver a reservar, publicar con pago directo y retirar.'],
    action: { label: 'Ver mi billetera', url: `${site}/wallet` },
    facts: [['Pagado', pesosFormat.format(data.pesos)]],
    closing: ['Gracias por ponerte al día.'],
  }),
})
