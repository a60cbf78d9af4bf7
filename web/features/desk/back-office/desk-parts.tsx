import { type ReactNode, useRef } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { mayDo } from '#contract/permissions.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form.tsx'
import { Link, PlainLink } from '#web/ui/link.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** A value that leads to its own screen. */
export const linkTo = (to: string, text: string) => <Link to={to}>{text}</Link>

type RowsProps<Item> = {
  items: readonly Item[]
  /** Address of the item's screen; null: the row is no link. */
  to: (item: Item) => string | null
  children: (item: Item) => ReactNode
}

/** Rows of a list; each row with an address is a link that the keyboard reaches. */
export function Rows<Item extends { id: string }>({ items, to, children }: RowsProps<Item>) {
  const look = 'grid min-h-11 min-w-0 content-center gap-1 py-3 wrap-anywhere'
  return (
    <ul className="grid divide-y divide-line">
      {items.map((item) => {
        const address = to(item)
        return (
          <li key={item.id}>
            {address === null ? (
              <div className={look}>{children(item)}</div>
            ) : (
              <PlainLink
                to={address}
                className={`${look} -mx-2 rounded-control px-2 hover:bg-paper`}
              >
                {children(item)}
              </PlainLink>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type LineProps = { head: ReactNode; aside?: ReactNode; foot: ReactNode; children?: ReactNode }

/** Content of a row: its name with a pill at the end, then details. */
export function Line({ head, aside, foot, children }: LineProps) {
  return (
    <>
      <span className="flex min-w-0 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold">{head}</span>
        {aside}
      </span>
      {children}
      <span className="tnum text-sm text-muted">{foot}</span>
    </>
  )
}

type SomeProps<Item> = Omit<RowsProps<Item>, 'to'> & {
  title: string
  total: number
  /** Address of the complete list; without it no link is shown. */
  all?: string | null
  /** Address of an item; by default that of the complete list. */
  to?: (item: Item) => string | null
  none: string
}

/** The newest items of a list, with a link to the complete list. */
export function Some<Item extends { id: string }>(props: SomeProps<Item>) {
  const { title, total, all = null, none, to = () => all, ...rows } = props
  return (
    <CardSection
      title={`${title} · ${total}`}
      aside={all && total > 0 ? <Link to={all}>Ver todo</Link> : undefined}
    >
      {total === 0 ? <p className="text-muted">{none}</p> : <Rows {...rows} to={to} />}
    </CardSection>
  )
}

/** Whether the signed-in person has this permission. */
export function useMay(permission: Permission): boolean {
  return mayDo(useUser().roles, permission)
}

type FindBoxProps = {
  label: string
  hint?: string | undefined
  pending: boolean
  onFind: (text: string) => void
}

/** A search that stays out of the address. The key `/` focuses it. */
export function FindBox({ label, hint, pending, onFind }: FindBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  return (
    <Form
      aria-label="Búsqueda"
      className="flex flex-wrap items-end gap-3"
      onSend={() => {
        const text = box.current?.value.trim() ?? ''
        if (text !== '') onFind(text)
      }}
    >
      <TextField
        ref={box}
        label={label}
        hint={hint}
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        data-key="/"
        className="min-w-0 grow"
      />
      <Button type="submit" pending={pending}>
        Buscar
      </Button>
    </Form>
  )
}
