import type { Page } from 'playwright-core'

/** A request that waits for its answer. */
export type PausedRequest = { pathname: string; method: string }
type Answer = { status: number; json: unknown }

/**
 * Holds the requests of a page whose address fits `pattern` (`*` for any characters) until `decide`
 * resolves: with an answer, or with nothing to let the server answer. Other requests do not wait.
 * Playwright's `page.route` stops all requests of a page and turns off its cache, which doubles
 * what a screen costs.
 */
export async function pauseRequests(
  page: Page,
  pattern: string,
  decide: (request: PausedRequest) => Promise<Answer | undefined>,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const { pathname } = new URL(request.url)
    const decided = decide({ pathname, method: request.method }).then((answer) =>
      answer
        ? session.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: answer.status,
            responseHeaders: [{ name: 'content-type', value: 'application/json' }],
            body: Buffer.from(JSON.stringify(answer.json)).toString('base64'),
          })
        : session.send('Fetch.continueRequest', { requestId }),
    )
    // The page may have left or closed meanwhile, which ends its requests.
    decided.catch(() => undefined)
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: pattern }] })
}
