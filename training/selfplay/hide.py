"""A network that does not read some fields of the observation: to learn what they are worth."""

from torch import Tensor

from agents.learned.network import Network
from boru_env.errors import OptionError
from boru_env.views.layout import FIELDS, offsets


def fields_of(names: str) -> list[str]:
    """Give the names of fields, separated by commas.

    Raises:
        OptionError: there is no such field.
    """
    hidden = [name for name in names.split(",") if name]
    known = [field.name for field in FIELDS]
    for name in hidden:
        if name not in known:
            raise OptionError(f"--hide: there is no field {name!r}; the fields are: {', '.join(known)}")
    return hidden


def hide(network: Network, names: str) -> None:
    """Make the weights of these fields 0, and let them stay so; the network is saved and played as any other.

    Raises:
        OptionError: there is no such field, or this kind of network reads fields in more places than one.
    """
    fields = fields_of(names)
    if fields and network.shape.kind == "towns":
        raise OptionError("--hide: a network of kind 'towns' reads fields in several places; take mlp or guided")
    weight = network.first.weight
    for name in fields:
        weight.data[offsets(FIELDS)[name]] = 0
    if fields:
        kept = (weight.data.abs().sum(dim=1, keepdim=True) > 0).float()
        weight.register_hook(lambda gradient: _only(gradient, kept))  # type: ignore[no-untyped-call]


def _only(gradient: Tensor, kept: Tensor) -> Tensor:
    return gradient * kept.to(gradient.device)
