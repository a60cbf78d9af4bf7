import type { Unsigned } from './proposal.ts'

/** The act that waits for a second signature, without person and amount. */
export const proposalActs: Record<Unsigned['kind'], string> = {
  withdrawal: 'Retiro',
  payout_result: 'Pago a mano',
  payout_return: 'Retiro devuelto',
  payout_batch: 'Archivo del banco',
  dispute: 'Reclamo',
  fuel_price: 'Precio de gasolina',
  insurance_from: 'Seguro del carro',
  fund_setting: 'Fondo de garantía',
  connection_pay: 'Pago por cupo perdido',
  stranded_aid: 'Ayuda en camino',
  toll_price: 'Peaje',
  payment_case: 'Caso de pago',
  invitation: 'Invitación',
  credit: 'Crédito',
  refund: 'Devolución',
  suspension: 'Suspensión',
  expulsion: 'Expulsión',
}

/** A measure is about the first of its people; the other one reported them. */
export const isMeasure = (kind: Unsigned['kind']): boolean =>
  kind === 'suspension' || kind === 'expulsion'

/** Kinds whose `detail` is a code of the program, for which the screens of the desk have words. */
export const hasCode = (kind: Unsigned['kind']): boolean =>
  isMeasure(kind) || ['credit', 'connection_pay', 'stranded_aid'].includes(kind)

type Named = Pick<Unsigned, 'kind' | 'detail'> & {
  people: readonly string[]
  amount: string | null
}

/**
 * Names act, people and amount of a proposal in one line: every list, mail, push and notice.
 * A proposal about no person shows its subject (`detail`) in their place.
 */
export function proposalTitle({ kind, detail, people, amount }: Named): string {
  const about = isMeasure(kind) ? people.slice(0, 1) : people
  const who = about.length > 0 ? about.join(' y ') : detail
  return [proposalActs[kind], who, amount].filter(Boolean).join(' · ')
}

/** Characters that the subject of a mail may have. */
const SUBJECT_MAX = 59

/** A line that fits the subject of a mail. */
export const asSubject = (line: string): string =>
  line.length <= SUBJECT_MAX ? line : `${line.slice(0, SUBJECT_MAX - 1)}…`
