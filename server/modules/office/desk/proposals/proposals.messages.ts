import type { Unsigned } from '#contract/back-office.ts'
import { asSubject, hasCode, proposalTitle } from '#contract/proposal-words.ts'
import {
  channels,
  defineMessage,
  pesosFormat,
} from '#server/modules/foundation/notifications/index.ts'

/** Names of the people whom it is about; absent in messages of release 0.1.0. */
type Named = { people?: string[]; detail?: string; pesos?: number | null }

const titleOf = ({
  kind,
  people = [],
  detail = '',
  pesos = null,
}: Named & Pick<Unsigned, 'kind'>) =>
  proposalTitle({ kind, people, detail, amount: pesos === null ? null : pesosFormat.format(pesos) })

type Lapsed = {
  kind: Unsigned['kind']
  detail: string
  pesos: number | null
  why: 'time' | 'authority'
  loses: 'proposal' | 'signature'
  people?: string[]
}

/** To who signed first: nobody signed second in time, or they may no longer sign. */
export const signatureLapsed = defineMessage('signature_lapsed', 'account', {
  channels: channels.desk,
  words: ({ detail: subject, pesos, why, loses, ...named }: Lapsed, site) => {
    const detail = hasCode(named.kind) ? '' : subject
    const heading = `Ya no cuenta: ${titleOf({ ...named, detail, pesos })}`
    return {
      subject: asSubject(heading),
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
    }
  },
})

/** To the admins: a person stays paused although nobody confirmed the proposed measure. */
export const expulsionLapsed = defineMessage('expulsion_lapsed', 'account', {
  channels: channels.desk,
  words: (
    { kind = 'expulsion', ...named }: Named & { kind?: 'expulsion' | 'suspension' },
    site,
  ) => ({
    subject: asSubject(`Venció: ${titleOf({ kind, ...named })}`),
    heading: `Venció: ${titleOf({ kind, ...named })}`,
    paragraphs: ['Nadie la confirmó. La persona sigue en pausa: decidan ya su caso.'],
    action: { label: 'Ver el caso', url: `${site}/admin/conduct` },
  }),
})
