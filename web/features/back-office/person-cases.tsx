import type { DeskPerson } from '#contract/back-office-people.ts'
import { pesos } from '#web/lib/format.ts'
import { RowFoot, RowHead, Some, useMay } from './desk-parts.tsx'
import { moment, wordOf } from './desk-words.ts'

const queue = (may: boolean, address: string) => (may ? address : null)
const nowhere = () => null

/** A person's withdrawals, sanctions and reports. */
export function PersonCases({ person }: { person: DeskPerson }) {
  const withdrawals = queue(useMay('withdrawals.decide'), '/admin/withdrawals')
  const conduct = queue(useMay('conduct.decide'), '/admin/conduct')
  return (
    <>
      <Some
        title="Retiros"
        none="No ha retirado."
        {...person.withdrawals}
        all={withdrawals}
        to={() => withdrawals}
      >
        {({ amount, status, reference, createdAt }) => (
          <>
            <RowHead aside={wordOf(status)}>{pesos(amount)}</RowHead>
            <RowFoot>
              {moment(createdAt)} · {reference}
            </RowFoot>
          </>
        )}
      </Some>
      <Some title="Sanciones" none="Sin sanciones." {...person.sanctions} to={nowhere}>
        {({ kind, reason, at, endsAt, lifted }) => (
          <>
            <RowHead aside={lifted && 'Levantada'}>{wordOf(kind)}</RowHead>
            <span>{reason}</span>
            <RowFoot>
              {moment(at)}
              {endsAt && ` hasta ${moment(endsAt)}`}
            </RowFoot>
          </>
        )}
      </Some>
      <Some
        title="Reportes y señales"
        none="Nadie la ha reportado."
        {...person.cases}
        all={conduct}
        to={() => conduct}
      >
        {({ reason, outcome, createdAt }) => (
          <>
            <RowHead aside={outcome ?? 'Por decidir'}>{wordOf(reason)}</RowHead>
            <RowFoot>{moment(createdAt)}</RowFoot>
          </>
        )}
      </Some>
    </>
  )
}

/** A person's tickets, ratings and sessions. */
export function PersonContacts({ person }: { person: DeskPerson }) {
  const tickets = queue(useMay('tickets.answer'), '/admin/tickets')
  return (
    <>
      <Some
        title="Casos de soporte"
        none="No ha escrito a soporte."
        {...person.tickets}
        all={tickets}
        to={() => tickets}
      >
        {({ kind, status, lastAt }) => (
          <>
            <RowHead aside={wordOf(status)}>{wordOf(kind)}</RowHead>
            <RowFoot>{moment(lastAt)}</RowFoot>
          </>
        )}
      </Some>
      <Some
        title="Calificaciones que recibió"
        none="Sin calificaciones."
        {...person.ratings}
        to={nowhere}
      >
        {({ stars, as, createdAt }) => (
          <>
            <RowHead>{stars} de 5</RowHead>
            <RowFoot>
              {wordOf(as)} · {moment(createdAt)}
            </RowFoot>
          </>
        )}
      </Some>
      <Some
        title={`Sesiones, en ${person.devices} dispositivos`}
        none="Sin sesiones."
        {...person.sessions}
        to={nowhere}
      >
        {({ userAgent, createdAt, lastUsedAt, open }) => (
          <>
            <RowHead aside={open ? 'Abierta' : 'Cerrada'}>
              {userAgent ?? 'Navegador desconocido'}
            </RowHead>
            <RowFoot>
              Desde {moment(createdAt)} · usada {moment(lastUsedAt)}
            </RowFoot>
          </>
        )}
      </Some>
    </>
  )
}
