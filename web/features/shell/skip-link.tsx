/** First link of every page: to the content, past the navigation. Visible while focused. */
export function SkipLink() {
  return (
    <a
      href="#contenido"
      className="sr-only z-50 rounded-control bg-bosque px-4 py-3 font-semibold text-on-bosque
        focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Saltar al contenido
    </a>
  )
}
