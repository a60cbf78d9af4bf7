import { useEffect, useRef } from 'react'
import { controlHelpSearch } from '#web/enhance/help-search.ts'
import { pageMeta, questions } from '#web/lib/page-meta.ts'
import { paths } from '#web/lib/paths.ts'
import { supportLinks } from '#web/shared/support/support-links.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageBody, PageHero, Question, Section } from './blocks.tsx'
import { TwoVoices } from './drawings.tsx'
import { helpTopics } from './help-content.ts'

export const handle = { content: true }

export function meta() {
  return pageMeta('/ayuda', questions(helpTopics.flatMap((topic) => topic.questions)))
}

export default function Help() {
  return (
    <>
      <PageHero
        title="¿En qué te ayudamos?"
        lead="Las preguntas de quienes viajan y conducen con Cupo, por tema."
        drawing={<TwoVoices className="max-sm:hidden" />}
      >
        <HelpSearch />
        <Topics />
      </PageHero>
      <PageBody>
        <div data-help-results="" className="grid gap-3 empty:hidden" />
        {helpTopics.map((topic) => (
          <Section key={topic.id} id={topic.id} title={topic.title}>
            <div className="grid gap-3">
              {topic.questions.map((each) => (
                <Question key={each.id} {...each} />
              ))}
            </div>
          </Section>
        ))}
        <Card className="flex flex-wrap items-center justify-between gap-4">
          <div>
            <h2 className="text-xl">¿No está tu pregunta?</h2>
            <p className="mt-1 text-muted">Escríbenos o llámanos: te responde una persona.</p>
          </div>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={supportLinks.ask()}>Escribir a soporte</ButtonLink>
            <ButtonLink to={paths.contact()} variant="secondary">
              Ir a contacto
            </ButtonLink>
          </div>
        </Card>
      </PageBody>
    </>
  )
}

function Topics() {
  return (
    <nav aria-label="Temas">
      <ul className="flex flex-wrap gap-2">
        {helpTopics.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="chip">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Searches the questions of the page. Without JavaScript it opens support with the typed text. */
function HelpSearch() {
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
