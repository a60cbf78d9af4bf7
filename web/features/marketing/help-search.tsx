import { useEffect, useRef } from 'react'
import { supportLinks } from '#web/domain/support/support-links.ts'
import { controlHelpSearch } from '#web/enhance/help-search.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Searches the questions of the page. Without JavaScript it opens support with the typed text. */
export function HelpSearch() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => (form.current ? controlHelpSearch(form.current) : undefined), [])
  return (
    <form
      ref={form}
      aria-label="Buscar en la ayuda"
      action="/soporte"
      data-help-search=""
      className="mb-4 grid max-w-flow gap-2"
    >
      <input type="hidden" name="nuevo" value="1" />
      <label htmlFor="buscar-ayuda" className="font-semibold">
        Busca tu pregunta
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id="buscar-ayuda"
          name="texto"
          type="search"
          autoComplete="off"
          maxLength={80}
          placeholder="Por ejemplo: devolución"
          className="control min-w-0 flex-1 basis-48"
        />
        <button type="submit" className={buttonClass('primary', 'md')}>
          Buscar
        </button>
      </div>
      <p data-help-status="" role="status" className="min-h-6 text-muted" />
      <a
        data-help-ask=""
        href={supportLinks.ask()}
        hidden
        className={buttonClass('primary', 'md', 'justify-self-start')}
      >
        Preguntar a soporte
      </a>
    </form>
  )
}
