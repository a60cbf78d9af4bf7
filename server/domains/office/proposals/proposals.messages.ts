import type { Unsigned } from '#contract/back-office.ts'
import {
  channels,
  defineMessage,
  pesosFormat,
} from '#server/domains/foundation/notifications/notifications.public.ts'
import type { AnyMessage } from '#server/platform/room-message.ts'

const names: Record<Unsigned['kind'], string> = {
  withdrawal: 'un retiro',
  payout_result: 'el resultado de un pago a mano',
  payout_batch: 'un archivo que no se subió al banco',
  dispute: 'la decisión de un reclamo',
  fuel_price: 'un precio de gasolina',
  toll_price: 'un precio de peaje',
  insurance_from: 'la fecha del seguro del carro',
  payment_case: 'un caso de pagos',
  invitation: 'una invitación al equipo',
  suspension: 'la suspensión de una persona',
  expulsion: 'la expulsión de una persona',
  credit: 'un crédito',
  refund: 'una devolución',
}

type Lapsed = {
  kind: Unsigned['kind']
  detail: string
  pesos: number | null
  why: 'time' | 'authority'
  loses: 'proposal' | 'signature'
}

/** To who signed first: nobody signed second in time, or they may no longer sign. */
export const signatureLapsed = defineMessage({
  name: 'signature_lapsed',
  topic: 'account',
  channels: channels.desk,
  words: ({ kind, detail, pesos, why, loses }: Lapsed, site) => {
    const heading = `Tu firma sobre ${names[kind]} ya no cuenta`
    return {
      heading,
      paragraphs: [
        why === 'time'
          ? 'Nadie la firmó después de ti en 7 días.'
          : 'Ya no tienes el rol que pide esa firma, o tu cuenta está en pausa.',
        loses === 'proposal'
          ? 'La propuesta terminó y no se movió nada.'
          : 'Lo que firmaste sigue en su fila y espera que otras dos personas lo decidan.',
      ],
      action: { label: 'Ir al equipo', url: `${site}/admin` },
      facts: [
        ...(pesos === null ? [] : [['Valor', pesosFormat.format(pesos)] as [string, string]]),
        ...(detail === '' ? [] : [['Sobre', detail] as [string, string]]),
      ],
      closing: [],
    }
  },
})

/** To the admins: a person stays paused although nobody confirmed the proposed measure. */
export const expulsionLapsed = defineMessage({
  name: 'expulsion_lapsed',
  topic: 'account',
  channels: channels.desk,
  words: ({ kind = 'expulsion' }: { kind?: 'expulsion' | 'suspension' }, site) => ({
    heading: `Venció una propuesta: ${names[kind]}`,
    paragraphs: ['Nadie la confirmó. La persona sigue en pausa: decidan ya su caso.'],
    action: { label: 'Ver el caso', url: `${site}/admin/conduct` },
    facts: [],
    closing: [],
  }),
})

export const proposalsMessages: AnyMessage[] = [signatureLapsed, expulsionLapsed]
