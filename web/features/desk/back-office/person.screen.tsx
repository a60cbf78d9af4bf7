import { useParams } from 'react-router'
import type { DeskPerson } from '#contract/back-office-people.ts'
import type { DeskActionsView } from '#contract/desk-actions.ts'
import { wordOf } from '#contract/desk-words.ts'
import { api } from '#web/lib/api.ts'
import { dateShort, pesos } from '#web/lib/format.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { RECORDED } from '#web/lib/use-read.ts'
import { outcomeOf, reasonOf } from '#web/shared/conduct/conduct-words.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { moment } from '#web/shared/desk/back-office/desk-words.ts'
import { StandingBanner } from '#web/shared/desk/back-office/standing-banner.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { ActionsPanel } from './actions-panel.tsx'
import { Line, Some, useMay } from './desk-parts.tsx'
import { BookingLine, PaymentLine, TripLine } from './line-items.tsx'
import { RevealData } from './reveal-data.tsx'
import { useActions } from './use-actions.ts'

/** Everything that the team knows of a person, with masked data. */
export function Screen() {
  const { userId = '' } = useParams()
  const person = useNeeded(
    ['desk-person', userId],
    (signal) => api.backOffice.showPerson({ params: { userId }, signal }),
    RECORDED,
  )?.person
  const actions = useActions({ kind: 'user', id: userId })
  const back = { to: deskLinks.people(), label: 'Personas' }
  return (
    <Page title={person?.fullName ?? person?.name ?? 'Persona'} width="page" back={back}>
      {person && actions ? (
        <Person person={person} actions={actions} />
      ) : (
        <SkeletonList rows={4} rowClass="h-44" />
      )}
    </Page>
  )
}

function Person({ person, actions }: { person: DeskPerson; actions: DeskActionsView }) {
  return (
    <>
      <StandingBanner {...person} />
      <CardSection title="Contacto">
        <RevealData person={person} />
      </CardSection>
      <ActionsPanel subject={{ kind: 'user', id: person.id }} view={actions} />
      <Account person={person} />
      <PersonJourneys person={person} />
      <Money person={person} />
      <PersonCases person={person} />
      <PersonContacts person={person} />
    </>
  )
}

function Account({ person }: { person: DeskPerson }) {
  const { standing } = person
  const papers = person.documents.map(({ id, kind, status, expiresOn }) => (
    <li key={id}>
      {wordOf(kind)}: {wordOf(status)}
      {expiresOn && `, vence ${dateShort(expiresOn)}`}
    </li>
  ))
  return (
    <CardSection
      title="Cuenta"
      aside={useMay('verification.review') && <Link to="/admin/verification">Verificaciones</Link>}
      className="grid gap-4"
    >
      <Facts
        className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3"
        facts={[
          ['Usuario', person.username],
          ['Papeles', person.roles.map(wordOf).join(', ')],
          ['En Cupo desde', dateShort(person.memberSince)],
          ['Identidad verificada', person.verifiedAt ? dateShort(person.verifiedAt) : 'No'],
          ['Nivel', wordOf(standing.level)],
          ['Calificación', standing.rating === null ? 'Sin calificaciones' : `${standing.rating}`],
          ['Viajes', `${standing.tripsDriven} al volante, ${standing.tripsRidden} como pasajero`],
          ['Canceló', `${standing.cancelled} de ${standing.agreed}`],
          [
            'Vehículos',
            person.vehicles.map(({ plate, title }) => `${title} (${plate})`).join(', '),
          ],
        ]}
      />
      {papers.length > 0 && <ul className="grid gap-1 text-sm">{papers}</ul>}
    </CardSection>
  )
}

function Money({ person: { wallet } }: { person: DeskPerson }) {
  const mayExplore = useMay('ledger.view')
  return (
    <CardSection
      title="Billetera"
      aside={mayExplore && <Link to={deskLinks.account(wallet.accountId)}>Ver en el libro</Link>}
    >
      <Facts
        className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3"
        facts={[
          ['Disponible', pesos(wallet.available)],
          ['Apartado', pesos(wallet.held)],
          ['Debe', pesos(wallet.debt)],
        ]}
      />
    </CardSection>
  )
}

function PersonJourneys({ person }: { person: DeskPerson }) {
  const mayPayments = useMay('payments.cases')
  const ofPerson = `?persona=${person.id}`
  return (
    <>
      <Some
        title="Viajes que publicó"
        none="No ha publicado viajes."
        {...person.trips}
        all={deskLinks.trips(ofPerson)}
        to={({ id }) => deskLinks.trip(id)}
      >
        {(trip) => <TripLine trip={trip} />}
      </Some>
      <Some
        title="Reservas como pasajero"
        none="No ha reservado."
        {...person.bookings}
        all={deskLinks.bookings(ofPerson)}
        to={({ id }) => deskLinks.booking(id)}
      >
        {(booking) => <BookingLine booking={booking} />}
      </Some>
      <Some
        title="Recargas"
        none="No ha recargado."
        {...person.payments}
        all={mayPayments ? deskLinks.payments(ofPerson) : null}
        to={({ id }) => (mayPayments ? deskLinks.payment(id) : null)}
      >
        {(payment) => <PaymentLine payment={payment} />}
      </Some>
    </>
  )
}

const queue = (may: boolean, address: string) => (may ? address : null)

function PersonCases({ person }: { person: DeskPerson }) {
  const withdrawals = queue(useMay('withdrawals.decide'), '/admin/withdrawals')
  const conduct = queue(useMay('conduct.decide'), '/admin/conduct')
  return (
    <>
      <Some
        title="Retiros"
        none="No ha retirado."
        {...person.withdrawals}
        all={withdrawals}
        to={({ reference }) => withdrawals && deskLinks.withdrawal(reference)}
      >
        {({ amount, status, reference, createdAt }) => (
          <Line
            head={pesos(amount)}
            aside={wordOf(status)}
            foot={`${moment(createdAt)} · ${reference}`}
          />
        )}
      </Some>
      <Some title="Sanciones" none="Sin sanciones." {...person.sanctions}>
        {({ kind, reason, at, endsAt, lifted }) => (
          <Line
            head={wordOf(kind)}
            aside={lifted && 'Levantada'}
            foot={moment(at) + (endsAt ? ` hasta ${moment(endsAt)}` : '')}
          >
            <span>{reason}</span>
          </Line>
        )}
      </Some>
      <Some
        title="Reportes y señales"
        none="Nadie la ha reportado."
        {...person.cases}
        all={conduct}
        to={({ id }) => conduct && deskLinks.report(id)}
      >
        {({ reason, outcome, createdAt }) => (
          <Line head={reasonOf(reason)} aside={outcomeOf(outcome)} foot={moment(createdAt)} />
        )}
      </Some>
    </>
  )
}

function PersonContacts({ person }: { person: DeskPerson }) {
  const tickets = queue(useMay('tickets.answer'), '/admin/tickets')
  return (
    <>
      <Some
        title="Casos de soporte"
        none="No ha escrito a soporte."
        {...person.tickets}
        all={tickets}
        to={({ id }) => tickets && deskLinks.ticket(id)}
      >
        {({ kind, status, lastAt }) => (
          <Line head={wordOf(kind)} aside={wordOf(status)} foot={moment(lastAt)} />
        )}
      </Some>
      <Some title="Calificaciones que recibió" none="Sin calificaciones." {...person.ratings}>
        {({ stars, as, createdAt }) => (
          <Line head={`${stars} de 5`} foot={`${wordOf(as)} · ${moment(createdAt)}`} />
        )}
      </Some>
      <Some
        title={`Sesiones, en ${person.devices} dispositivos`}
        none="Sin sesiones."
        {...person.sessions}
      >
        {({ device, createdAt, lastUsedAt, open }) => (
          <Line
            head={device ?? 'Navegador desconocido'}
            aside={open ? 'Abierta' : 'Cerrada'}
            foot={`Desde ${moment(createdAt)} · usada ${moment(lastUsedAt)}`}
          />
        )}
      </Some>
    </>
  )
}
