import type { Clause, TermsSection } from './terms-service.ts'

/** A numbered section of a legal text. */
export function Article({ number, section }: { number: number; section: TermsSection }) {
  const heading = `${section.id}-titulo`
  return (
    <section id={section.id} aria-labelledby={heading}>
      <h2 id={heading} className="text-2xl">
        {number}. {section.title}
      </h2>
      <div className="mt-3 grid gap-3">
        {section.clauses.map((clause) => (
          <ClauseText key={typeof clause === 'string' ? clause : clause[0]} clause={clause} />
        ))}
      </div>
    </section>
  )
}

function ClauseText({ clause }: { clause: Clause }) {
  if (typeof clause === 'string') return <p>{clause}</p>
  return (
    <ul className="grid list-disc gap-2 pl-6 marker:text-bosque">
      {clause.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}
