import { useParams } from 'react-router'
import type { LedgerAccountName, LedgerLine } from '#contract/back-office-ledger.ts'
import { wordOf } from '#contract/desk-words.ts'
import { api } from '#web/lib/api.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { causeLink, deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { moment } from '#web/shared/desk/back-office/desk-words.ts'
import { CardSection } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { linkTo } from './desk-parts.tsx'
import { accountName, Ending, MoneyLines, sumText } from './money-lines.tsx'

/** A ledger movement with its cause, its outcome and the other movements of that cause. */
export function Screen() {
  const { transferId = '' } = useParams()
  const answer = useNeeded(['desk-ledger-transfer', transferId], (signal) =>
    api.backOffice.showTransfer({ params: { transferId }, signal }),
  )
  return (
    <Page
      title="Movimiento del libro"
      width="page"
      back={{ to: deskLinks.ledger(), label: 'Libro contable' }}
    >
      {!answer && <SkeletonList rows={2} rowClass="h-44" />}
      {answer && <Transfer line={answer.line} />}
      {answer && (
        <CardSection title="De la misma causa">
          <MoneyLines lines={answer.related} />
        </CardSection>
      )}
    </Page>
  )
}

function Transfer({ line }: { line: LedgerLine }) {
  const { cause, ending, from, to } = line
  const address = causeLink(cause)
  const named = `${wordOf(cause.kind)} ${cause.id}`
  const account = (each: LedgerAccountName) => linkTo(deskLinks.account(each.id), accountName(each))
  return (
    <CardSection
      title={`${sumText(line.amount, from.currency)} · ${wordOf(line.code)}`}
      aside={<Ending line={line} />}
    >
      <Facts
        className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3"
        facts={[
          ['De', account(from)],
          ['A', account(to)],
          ['Causa', address ? linkTo(address, named) : named],
          [line.kind === 'pending' ? 'Apartado' : 'Movido', moment(line.at)],
          ['Vence', line.expiresAt && moment(line.expiresAt)],
          ['Terminó', ending && `${wordOf(ending.kind)}, ${moment(ending.at)}`],
          ['Tomado', ending && ending.kind === 'post' && sumText(ending.amount, from.currency)],
          ['Número', line.id],
          ['Número de su final', ending?.id],
        ]}
      />
    </CardSection>
  )
}
