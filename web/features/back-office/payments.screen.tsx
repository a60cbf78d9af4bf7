import {
  dayFields,
  type FilterField,
  personField,
  statusField,
} from '#web/domain/back-office/desk-filters.tsx'
import { deskLinks } from '#web/domain/back-office/desk-links.ts'
import { paymentWords } from '#web/domain/back-office/desk-words.ts'
import { api } from '#web/lib/api.ts'
import { Page } from '#web/ui/page.tsx'
import { DeskList } from './desk-list.tsx'
import { PaymentLine } from './line-items.tsx'

const fieldsWith = (methods: readonly string[]): readonly FilterField[] => [
  statusField(paymentWords),
  {
    name: 'method',
    url: 'medio',
    label: 'Medio',
    kind: 'select',
    options: methods.map((value) => ({ value, label: value })),
  },
  { name: 'reference', url: 'referencia', label: 'Referencia o transacción', kind: 'text' },
  ...dayFields,
  { name: 'min', url: 'minimo', label: 'Desde pesos', kind: 'number' },
  { name: 'max', url: 'maximo', label: 'Hasta pesos', kind: 'number' },
  personField,
]

/** Top-ups filtered by state, method, day, amount and person. */
export function Screen() {
  return (
    <Page title="Recargas" lead="Lo más reciente primero." width="page">
      <DeskList
        queryKey={['desk-payments']}
        fields={fieldsWith}
        load={(query, signal) => api.backOffice.listPayments({ query: query as never, signal })}
        file={(query) => api.backOffice.downloadPayments({ query: query as never })}
        fileName="recargas"
        to={({ id }) => deskLinks.payment(id)}
      >
        {(payment) => <PaymentLine payment={payment} />}
      </DeskList>
    </Page>
  )
}
