import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'

type PagerProps = {
  page: number
  totalPages: number
  onPage: (page: number) => void
  /** Name of the paged items: "movimientos". */
  of: string
  busy?: boolean
}

const LOOK = 'aria-disabled:cursor-not-allowed aria-disabled:opacity-55'

/** Page navigation: Anterior, "Página 2 de 5", Siguiente. Nothing when there is one page. */
export function Pager({ page, totalPages, onPage, of, busy = false }: PagerProps) {
  if (totalPages <= 1) return null
  return (
    <nav
      aria-label={`Páginas de ${of}`}
      className="flex flex-wrap items-center justify-between gap-3"
    >
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={busy || page <= 1}
        className={LOOK}
        onClick={() => onPage(page - 1)}
        Icon={ChevronLeft}
      >
        Anterior
      </Button>
      <span
        aria-live="polite"
        className="tnum text-sm text-muted max-sm:order-first max-sm:w-full max-sm:text-center"
      >
        Página {page} de {totalPages}
      </span>
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={busy || page >= totalPages}
        className={LOOK}
        onClick={() => onPage(page + 1)}
      >
        Siguiente
        <ChevronRight className="size-4" />
      </Button>
    </nav>
  )
}
