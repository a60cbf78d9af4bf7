import type { ConductCase } from '#contract/conduct.ts'
import { dateShort, dateTime } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { plannedWords } from './planned-effect.ts'

/** Steps taken in a case before its decision: plans, hearing and first signature. */
export function CaseProgress({ item }: { item: ConductCase }) {
  const { planned, hearing, proposal } = item
  const words = planned ? plannedWords(planned) : ''
  return (
    <>
      {planned && (
        <p>
          <span className="text-muted">Por delante: </span>
          {words === '' ? 'sin viajes ni reservas' : words}
        </p>
      )}
      {hearing && (
        <section className="grid gap-1">
          <h3 className="text-sm text-muted">Su versión</h3>
          {hearing.text === null ? (
            <p>
              Hasta el {dateTime(hearing.until)} puede responder lo que le preguntamos el{' '}
              {dateShort(hearing.askedAt)}.
            </p>
          ) : (
            <blockquote className="border-l-4 border-line pl-4 wrap-anywhere whitespace-pre-line">
              {hearing.text}
            </blockquote>
          )}
        </section>
      )}
      {proposal && (
        <Banner
          tone="warn"
          live="off"
          title={
            proposal.isMine
              ? 'Propusiste su expulsión'
              : `${proposal.by} propuso su expulsión el ${dateTime(proposal.at)}`
          }
        >
          <p className="wrap-anywhere">{proposal.note}</p>
          {proposal.isMine && <p>La confirma otra persona del equipo.</p>}
          {proposal.sharesDevice && (
            <p>Usó el mismo navegador que tú: comprueba que son dos personas.</p>
          )}
        </Banner>
      )}
    </>
  )
}
