/**
 * Runs a function in a new task, by a message as React does: a timer would wait a second in a
 * background tab.
 */
export function inNextTask(run: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    run()
  }
  port2.postMessage(null)
}
