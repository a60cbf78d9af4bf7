import type { Unsigned } from '#contract/back-office.ts'
import { deskLinks } from '#web/domain/back-office/desk-links.ts'
import { SameDevice } from '#web/domain/back-office/same-device.tsx'
import { dateTime, pesos } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { ProposalPeople } from './proposal-people.tsx'
import { useUnsigned } from './use-unsigned.ts'

/** Title of each kind of pending signature, and the screen where it is signed. */
const desks: Record<
  Unsigned['kind'],
  { title: string; to: string | ((item: Unsigned) => string) }
> = {
  withdrawal: { title: 'Retiro por aprobar', to: ({ detail }) => deskLinks.withdrawal(detail) },
  payout_batch: { title: 'Archivo que no se subió', to: '/admin/withdrawals?estado=sent' },
  payout_result: {
    title: 'Pago a mano por confirmar',
    to: ({ detail }) => deskLinks.withdrawal(detail),
  },
  dispute: { title: 'Decisión de un reclamo', to: '/admin/disputes' },
  fuel_price: { title: 'Precio de gasolina', to: '/admin/prices?ver=gasolina' },
  insurance_from: { title: 'Seguro del carro', to: '/admin/prices?ver=seguro' },
  toll_price: { title: 'Precio de un peaje', to: '/admin/prices?ver=peajes' },
  payment_case: { title: 'Conciliación de un pago', to: '/admin/payment-cases' },
  invitation: { title: 'Invitación al equipo', to: '/admin/team' },
  credit: {
    title: 'Crédito a una persona',
    to: ({ subjectId }) => deskLinks.person(subjectId ?? ''),
  },
  refund: {
    title: 'Devolución de una recarga',
    to: ({ subjectId }) => deskLinks.payment(subjectId ?? ''),
  },
  suspension: { title: 'Suspensión de una persona', to: '/admin/conduct' },
  expulsion: { title: 'Expulsión de una persona', to: '/admin/conduct' },
}

/** Items that another person signed first and that wait for the viewer's second signature. */
export function Screen() {
  const answer = neededAnswer(useUnsigned())
  return (
    <Page
      title="Esperan tu segunda firma"
      lead="Lo firmó primero otra persona. Ábrelo, compáralo y decide."
      width="page"
    >
      {!answer && <SkeletonList rows={3} rowClass="h-28" />}
      {answer?.items.length === 0 && <EmptyState region="costa" title="Nada espera tu firma" />}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 empty:hidden">
        {answer?.items.map((item) => (
          <li key={`${item.kind}-${item.id}`}>
            <Waiting item={item} />
          </li>
        ))}
      </ul>
    </Page>
  )
}

function Waiting({ item }: { item: Unsigned }) {
  const { title, to } = desks[item.kind]
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="text-lg">
        <Link to={typeof to === 'string' ? to : to(item)}>
          {title}
          {item.pesos !== null && ` · ${pesos(item.pesos)}`}
        </Link>
      </h2>
      <p className="line-clamp-2 wrap-anywhere">{item.detail}</p>
      {item.reason && (
        <p className="wrap-anywhere whitespace-pre-line">
          <span className="text-muted">Motivo: </span>
          {item.reason}
        </p>
      )}
      <ProposalPeople people={item.people} />
      {item.sameDevice && <SameDevice by={item.by} />}
      <p className="text-sm text-muted">
        Firmó primero {item.by}, {dateTime(item.at)}
      </p>
    </Card>
  )
}
