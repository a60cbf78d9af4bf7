import type { ChangePreview } from '#contract/trip-changes.ts'
import { plural } from '#web/lib/format.ts'

/** Sentence about notified passengers, who may cancel; undefined when nobody is affected. */
export function affectedSentence({ told }: Pick<ChangePreview, 'told'>): string | undefined {
  if (told.length === 0) return undefined
  const free = told.filter(({ mayLeaveFree }) => mayLeaveFree).length
  const all = plural(told.length, 'pasajero recibirá un aviso', 'pasajeros recibirán un aviso')
  const leave = told.length === 1 ? 'podrá salirse sin costo' : 'podrán salirse sin costo'
  const some = plural(free, 'podrá salirse sin costo', 'podrán salirse sin costo')
  const rest = free === told.length ? ` y ${leave}` : free > 0 ? `; ${some}` : ''
  return `${all}${rest}.`
}
