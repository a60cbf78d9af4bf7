import type { QueueItem } from '#contract/verification.ts'
import { dateShort, time } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { documentWords } from './document-words.ts'
import { Plate } from './plate.tsx'

type QueueTableProps = {
  items: readonly QueueItem[]
  chosen: string | null
  onChoose: (documentId: string) => void
}

/** Dense table, oldest first. On a phone it has fewer columns. */
export function QueueTable({ items, chosen, onChoose }: QueueTableProps) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <table className="w-full text-left text-sm">
        <thead className="border-b border-line text-muted">
          <tr>
            <Head>Documento</Head>
            <Head className="hidden sm:table-cell">Persona</Head>
            <Head>Vehículo</Head>
            <Head className="hidden 2xl:table-cell">Vence</Head>
            <Head className="hidden sm:table-cell">Enviado</Head>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {items.map((item) => (
            <Row
              key={item.document.id}
              item={item}
              chosen={item.document.id === chosen}
              onChoose={() => onChoose(item.document.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Head({ children, className }: { children: string; className?: string }) {
  return (
    <th scope="col" className={cx('px-3 py-2.5 font-semibold', className)}>
      {children}
    </th>
  )
}

type RowProps = { item: QueueItem; chosen: boolean; onChoose: () => void }

function Row({ item, chosen, onChoose }: RowProps) {
  const { document, owner, vehicle } = item
  const sentAt = `${dateShort(document.createdAt)} ${time(document.createdAt)}`
  const cell = 'px-3 py-2 align-middle'
  return (
    <tr className={cx('relative', chosen ? 'bg-bosque-soft' : 'hover:bg-paper')}>
      <td className={cell}>
        <button
          type="button"
          aria-pressed={chosen}
          onClick={onChoose}
          className="cover-link min-h-9 text-left font-semibold text-bosque"
        >
          {documentWords[document.kind].name}
        </button>
        <span className="block text-muted sm:hidden">
          {owner.name} · {sentAt}
        </span>
      </td>
      <td className={cx(cell, 'hidden sm:table-cell')}>{owner.name}</td>
      <td className={cell}>{vehicle ? <Plate plate={vehicle.plate} /> : '—'}</td>
      <td className={cx(cell, 'tnum hidden 2xl:table-cell')}>
        {document.expiresOn ? dateShort(document.expiresOn) : '—'}
      </td>
      <td className={cx(cell, 'tnum hidden sm:table-cell')}>{sentAt}</td>
    </tr>
  )
}
