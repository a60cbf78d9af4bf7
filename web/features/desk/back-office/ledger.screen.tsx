import { useSearchParams } from 'react-router'
import { api } from '#web/lib/api.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { Card, CardSection } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { Line, Rows, useMay } from './desk-parts.tsx'
import { accountName } from './money-lines.tsx'
import { PersonFinder } from './people.screen.tsx'

/** Ledger accounts of Cupo, and those of a person found by search. */
export function Screen() {
  const [search] = useSearchParams()
  const person = search.get('persona') ?? undefined
  const mayFind = useMay('people.view')
  return (
    <Page
      title="Libro contable"
      lead="Cuentas, movimientos y lo que los causó, en cualquier momento."
      width="page"
    >
      {mayFind && <PersonFinder to={(id) => deskLinks.ledger(`?persona=${id}`)} />}
      <Accounts person={person} />
    </Page>
  )
}

function Accounts({ person }: { person: string | undefined }) {
  const answer = useNeeded(['desk-ledger-accounts', person], (signal) =>
    api.backOffice.listLedgerAccounts({ query: { person }, signal }),
  )
  if (!answer) return <SkeletonList rows={4} rowClass="h-16" />
  if (answer.items.length === 0) {
    return <EmptyState region="llano" title="Esta persona no tiene cuentas" />
  }
  const rows = (
    <Rows items={answer.items} to={({ id }) => deskLinks.account(id)}>
      {(account) => (
        <Line head={accountName(account)} foot={`${account.currency} · ${account.id}`} />
      )}
    </Rows>
  )
  if (!person) return <CardSection title="Cuentas de la casa">{rows}</CardSection>
  return (
    <Card>
      {rows}
      <Link to={deskLinks.ledger()}>Ver las cuentas de la casa</Link>
    </Card>
  )
}
