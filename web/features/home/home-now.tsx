import { ChevronRight, CircleUser, Repeat, Wallet } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { Plate } from '#web/shared/verification/plate.tsx'

/**
 * Around the slots that web/shared/agenda/home-now.ts fills: in the app by this effect, on the page
 * that is served without the app by web/enhance.
 */
export function HomeNow({ className, children }: { className: string; children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const { user } = useAuth()
  useEffect(() => {
    const agenda = user && api.agenda.mine({})
    // Without its code the page shows the search alone.
    import('#web/shared/agenda/home-now.ts').then(
      ({ showHome }) => root.current && showHome(root.current, { user, agenda }),
      () => undefined,
    )
  }, [user])
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link =
        event.target instanceof Element && event.target.closest<HTMLElement>('a[data-go]')
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      navigate(link.getAttribute('href') ?? paths.home())
    }
    const area = root.current
    area?.addEventListener('click', follow)
    return () => area?.removeEventListener('click', follow)
  }, [navigate])
  return (
    <div ref={root} data-home="" className={className}>
      {children}
    </div>
  )
}

/** A slot with the words that stand in it until it is filled: a link is never without any. */
const text = (name: string, className?: string, words?: string) => (
  <span data-slot={name} className={className}>
    {words}
  </span>
)

/** Greeting, balance and next trip. The card's place has its height before its content comes. */
export function Next() {
  return (
    <div data-audience="in" className="grid content-start gap-3 lg:gap-5">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <h1 className="text-xl lg:text-3xl">Hola{text('name')}</h1>
        <a
          data-go=""
          data-slot="wallet"
          href={paths.wallet()}
          className="invisible inline-flex min-h-11 items-center gap-2 rounded-full border
            border-line bg-surface px-3.5 font-semibold whitespace-nowrap"
        >
          <Wallet className="size-4 text-bosque" />
          <span className="sr-only">Saldo: </span>
          <span data-slot="balance" translate="no" className="tnum" />
        </a>
      </div>
      <a
        data-go=""
        data-slot="now"
        href={paths.myTrips()}
        className="group invisible flex min-h-[6rem] items-center gap-3 rounded-card bg-band px-3.5
          py-3 text-on-band shadow-card in-data-travels:min-h-[8.75rem] lg:px-5
          data-[tone=warn]:bg-warn-soft data-[tone=warn]:text-ink data-[tone=warn]:ring-1
          data-[tone=warn]:ring-warn/25 data-[tone=warn]:ring-inset"
      >
        <span className="grid min-w-0 flex-1">
          <span className="flex flex-wrap justify-between gap-x-3 text-sm font-semibold">
            {text('state', 'group-data-[tone=warn]:text-warn first-letter:uppercase')}
            {text('aside', 'font-medium first-letter:uppercase')}
          </span>
          <span className="flex flex-wrap items-baseline gap-x-2.5">
            {text(
              'title',
              'tnum font-display text-xl leading-7 font-extrabold wrap-anywhere',
              'Tus viajes',
            )}
            <del data-slot="was" className="tnum" />
          </span>
          {text('detail', 'text-sm wrap-anywhere')}
          <span
            data-slot="driver"
            className="mt-2 hidden min-w-0 flex-wrap items-center gap-x-3 gap-y-1
              in-data-travels:flex"
          >
            <span className="relative grid size-9 shrink-0 place-items-center">
              <CircleUser className="size-8 opacity-60" />
              <img
                data-slot="face"
                // Never loaded: it is hidden until it has a face.
                src="/icons/icon-192.png"
                loading="lazy"
                alt=""
                hidden
                className="absolute inset-0 size-full rounded-full object-cover"
              />
            </span>
            {text('who', 'min-w-0 flex-1 basis-20 font-semibold wrap-anywhere')}
            <span data-slot="plate">
              <Plate plate="" />
            </span>
          </span>
        </span>
        <ChevronRight className="size-5 shrink-0" />
      </a>
    </div>
  )
}

const row = 'flex min-h-14 flex-wrap items-center gap-x-3 px-3.5 py-1.5 hover:bg-bosque-soft'

/** The last two searched ways, each a link to its trips. */
export function Repeats() {
  return (
    <ul
      data-audience="in"
      data-slot="repeats"
      aria-label="Buscar otra vez"
      className="hidden min-h-[7.125rem] divide-y divide-line self-start rounded-card border
        border-line bg-surface shadow-card in-data-again:block"
    >
      {['last', 'other'].map((key) => (
        <li key={key}>
          <a data-go="" href={paths.search()} className={row}>
            <Repeat className="size-5 shrink-0 text-bosque" />
            <span className="min-w-0 flex-1 basis-30">
              {text('way', 'block font-semibold', 'Buscar viaje')}
              {text('when', 'tnum block text-sm text-muted first-letter:uppercase')}
            </span>
            {text('price', 'tnum text-sm text-muted')}
          </a>
        </li>
      ))}
    </ul>
  )
}
