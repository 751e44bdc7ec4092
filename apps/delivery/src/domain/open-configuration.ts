import { type Configuration } from '#libs/contracts';

/**
 * The configuration with the channels that can be answered on: one whose topic does not exist yet is as good as not
 * configured.
 */
export function openConfiguration(configuration: Configuration, open: readonly string[]): Configuration {
  return { ...configuration, channels: configuration.channels.filter(({ id }) => open.includes(id)) };
}
