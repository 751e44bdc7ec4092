export { readScript, type Reply, type Rule, type Script } from './script.js';
export {
  type LoggedRequest,
  type ScriptedProvider,
  type ScriptedProviderOptions,
  startScriptedProvider,
} from './scripted-provider.js';
