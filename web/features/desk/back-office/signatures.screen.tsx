import type { Unsigned } from '#contract/back-office.ts'
import { isMeasure } from '#contract/proposal-words.ts'
import { dateTime } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { SameDevice } from '#web/shared/desk/back-office/same-device.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { ProposalPeople } from './proposal-people.tsx'
import { subjectOf, titleOf } from './proposal-title.ts'
import { useUnsigned } from './use-unsigned.ts'

/** The screen where each kind is signed. */
const desks: Record<Unsigned['kind'], string | ((item: Unsigned) => string)> = {
  withdrawal: ({ detail }) => deskLinks.withdrawal(detail),
  payout_batch: '/admin/withdrawals?estado=sent',
  payout_result: ({ detail }) => deskLinks.withdrawal(detail),
  payout_return: ({ detail }) => deskLinks.withdrawal(detail),
  dispute: ({ id }) => deskLinks.dispute(id),
  fuel_price: '/admin/prices?ver=gasolina',
  insurance_from: '/admin/prices?ver=seguro',
  toll_price: '/admin/prices?ver=peajes',
  fund_setting: '/admin/prices?ver=fondo',
  connection_pay: ({ subjectId }) => deskLinks.person(subjectId ?? ''),
  stranded_aid: ({ subjectId }) => deskLinks.person(subjectId ?? ''),
  payment_case: ({ id }) => deskLinks.paymentCase(id),
  invitation: '/admin/team',
  credit: ({ subjectId }) => deskLinks.person(subjectId ?? ''),
  refund: ({ subjectId }) => deskLinks.payment(subjectId ?? ''),
  suspension: ({ id }) => deskLinks.report(id),
  expulsion: ({ id }) => deskLinks.report(id),
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
      <ul className="grid gap-4 empty:hidden">
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
  const to = desks[item.kind]
  return (
    <Card className="grid gap-2">
      <h2 className="text-lg">
        <Link to={typeof to === 'string' ? to : to(item)}>{titleOf(item)}</Link>
      </h2>
      <p className="line-clamp-2 wrap-anywhere">{subjectOf(item)}</p>
      {item.reason && (
        <p className="wrap-anywhere whitespace-pre-line">
          <span className="text-muted">Motivo: </span>
          {item.reason}
        </p>
      )}
      <ProposalPeople people={item.people} isMeasure={isMeasure(item.kind)} />
      {item.sameDevice && <SameDevice by={item.by} />}
      <p className="text-sm text-muted">
        {item.by === 'Cupo' ? 'Lo propuso Cupo' : `Firmó primero ${item.by}`}, {dateTime(item.at)}
      </p>
    </Card>
  )
}
