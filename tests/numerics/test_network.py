"""The digit network: it reads digits, and its layers are windows onto what it really computes."""

import math

import numpy as np
import pytest

from gptq_viz.numerics.mlp import MLP
from gptq_viz.numerics.network import DATA, accuracy, digits, digits_layer
from scripts import train_digits

SIZES = {1: (256, 64), 2: (256, 256), 3: (256, 256)}


def mean_square(number):
    """Mean square of each input of a layer over the training images, float32-rounded as in the layer."""
    data = digits()
    X = data.network.inputs(number, data.images[~data.held_out]).astype(np.float32).astype(float)
    return (X**2).mean(axis=0)


def test_it_reads_at_least_96_of_100_held_out_images():
    assert accuracy() >= 0.96


def test_held_out_images_are_not_training_images():
    held_out = digits().held_out
    np.testing.assert_array_equal(
        held_out, train_digits.held_out_mask(len(held_out), train_digits.HELD_OUT, train_digits.SEED)
    )
    assert held_out.sum() == 450
    assert (~held_out).sum() == 1347


def test_accuracy_sees_replaced_weights():
    W = digits().network.weights
    assert accuracy({1: W[0], 4: W[3]}) == accuracy()
    assert accuracy({2: W[1] + 1e-9}) == accuracy()
    labels = digits().labels[digits().held_out]
    always = int(digits().network.biases[3].argmax())
    assert accuracy({4: np.zeros_like(W[3])}) == (labels == always).mean()


def test_replacing_refuses_what_does_not_fit():
    with pytest.raises(ValueError, match=r"layer 2 has shape \(256, 256\), got \(3, 3\)"):
        accuracy({2: np.zeros((3, 3))})
    with pytest.raises(ValueError, match="layer must be 1 to 4, got 5"):
        accuracy({5: np.zeros((3, 3))})


def test_replacing_leaves_the_network_as_it_was():
    network = digits().network
    network.replaced({3: np.zeros((256, 256))})
    assert network.weights[2].any()


def test_forward_pass_equals_a_loop_over_neurons():
    network = digits().network
    for image in digits().images[[0, 700, 1796]]:
        x = list(image)
        for number in (1, 2, 3, 4):
            W, b = network.weights[number - 1], network.biases[number - 1]
            x = [
                math.fsum(w * v for w, v in zip(row, x, strict=True)) + shift
                for row, shift in zip(W, b, strict=True)
            ]
            if number < 4:
                x = [max(v, 0.0) for v in x]
            np.testing.assert_allclose(network.inputs(number + 1, image[None])[0], x, rtol=1e-12, atol=1e-11)
        np.testing.assert_allclose(network.scores(image[None])[0], x, rtol=1e-12, atol=1e-11)


def test_a_network_by_hand():
    network = MLP((np.array([[1.0, -1.0]]), np.array([[-2.0]])), (np.array([0.5]), np.array([1.0])))
    images = np.array([[2.0, 1.0], [1.0, 3.0]])
    np.testing.assert_array_equal(network.inputs(2, images), [[1.5], [0.0]])
    np.testing.assert_array_equal(network.scores(images), [[-2.0], [1.0]])


@pytest.mark.parametrize("number", SIZES)
def test_whole_layers_are_the_network_as_it_is(number):
    layer = digits_layer(number, *SIZES[number], 2000, 0)
    data = digits()
    np.testing.assert_array_equal(layer.W, data.network.weights[number - 1])
    for X, chosen in ((layer.X, ~data.held_out), (layer.X_test, data.held_out)):
        inputs = data.network.inputs(number, data.images[chosen])
        np.testing.assert_allclose(X, inputs, rtol=1e-6, atol=1e-6 * inputs.max())
    assert layer.name == f"digits{number}"
    assert layer.note == (
        f"The whole layer, {SIZES[number][0]} × {SIZES[number][1]}. "
        "There are only 1347 training images: all are used. Biases stay as they are."
    )


@pytest.mark.parametrize("number", SIZES)
def test_numbers_are_float32_so_that_the_browser_has_the_same(number):
    layer = digits_layer(number, 16, 32, 100, 3)
    for a in (layer.W, layer.X, layer.X_test):
        np.testing.assert_array_equal(a, a.astype(np.float32))


def test_the_first_layers_window_is_its_first_rows_and_pixels():
    layer = digits_layer(1, 8, 16, 256, 0)
    data = digits()
    np.testing.assert_array_equal(layer.W, data.network.weights[0][:8, :16])
    np.testing.assert_array_equal(layer.X_test, data.images[data.held_out, :16])
    assert layer.X.shape == (256, 16)
    assert layer.note == (
        "Window of 8 × 16 out of 256 × 64: the first rows, the first pixels in natural order. "
        "Biases stay as they are."
    )


@pytest.mark.parametrize("number", [2, 3])
def test_deeper_windows_take_the_most_active_inputs_first(number):
    inp = 200
    layer = digits_layer(number, 5, inp, 2000, 0)
    active = (layer.X**2).mean(axis=0)
    assert (np.diff(active) <= 0).all()
    np.testing.assert_array_equal(active, np.sort(mean_square(number))[::-1][:inp])
    order = sorted(range(256), key=lambda c: -mean_square(number)[c])[:inp]  # sorted() is stable
    np.testing.assert_array_equal(layer.W, digits().network.weights[number - 1][:5, order])
    assert "Window of 5 × 200 out of 256 × 256: the first rows, the most active inputs first." in layer.note


def test_the_window_does_not_depend_on_the_draw():
    few, many = digits_layer(2, 8, 16, 4, 1), digits_layer(2, 8, 16, 1000, 2)
    np.testing.assert_array_equal(few.W, many.W)
    np.testing.assert_array_equal(few.X_test, many.X_test)


def test_a_window_over_columns_alone_says_so():
    assert digits_layer(1, 256, 32, 10, 0).note.startswith(
        "Window of 256 × 32 out of 256 × 64: the first pixels in natural order. Biases"
    )
    assert digits_layer(3, 4, 256, 10, 0).note.startswith(
        "Window of 4 × 256 out of 256 × 256: the first rows. Biases"
    )


def test_a_setting_larger_than_the_layer_is_cut_and_says_so():
    layer = digits_layer(1, 8, 128, 10, 0)
    assert layer.W.shape == (8, 64)
    assert layer.note.startswith(
        "Window of 8 × 64 out of 256 × 64 (8 × 128 was asked for): the first rows. Biases"
    )
    assert "asked for" not in digits_layer(1, 8, 64, 10, 0).note
    whole = digits_layer(1, 256, 256, 10, 0).note
    assert whole.startswith("The whole layer, 256 × 64 (256 × 256 was asked for). Biases")


def test_calibration_images_are_drawn_without_replacement_from_the_training_images():
    data = digits()
    training = {bytes(row) for row in data.images[~data.held_out].astype(np.uint8)}
    layer = digits_layer(1, 1, 64, 1300, 7)
    drawn = [bytes(row) for row in layer.X.astype(np.uint8)]
    assert set(drawn) <= training
    assert len(set(drawn)) == 1300  # no two of the images are equal, so neither are two draws


def test_edge_pixels_are_really_dead_in_calibration():
    layer = digits_layer(1, 8, 64, 1347, 0)
    dead = np.flatnonzero((layer.X == 0).all(axis=0))
    np.testing.assert_array_equal(dead, [0, 32, 39])
    assert (layer.W[:, dead] != 0).all(), "training never moved them from their random start"
    assert not digits_layer(1, 8, 16, 256, 0).X[:, 0].any(), "the classroom window shows a dead pixel"


def test_a_pixel_dead_in_a_small_draw_may_live_in_held_out_images():
    layer = digits_layer(1, 8, 64, 32, 0)
    assert (~layer.X.any(axis=0) & layer.X_test.any(axis=0)).any()


def test_the_same_seed_draws_the_same_images_and_another_does_not():
    one, again, other = (digits_layer(3, 4, 8, 50, seed) for seed in (5, 5, 6))
    np.testing.assert_array_equal(one.X, again.X)
    assert (one.X != other.X).any()
    np.testing.assert_array_equal(one.X_test, other.X_test)


@pytest.mark.parametrize("number", [0, 4])
def test_there_are_three_hidden_layers(number):
    with pytest.raises(ValueError, match=rf"hidden layers \(1, 2, 3\), got {number}"):
        digits_layer(number, 8, 16, 256, 0)


@pytest.mark.parametrize("sizes", [(0, 16, 256), (8, 0, 256), (8, 16, 0)])
def test_sizes_are_positive(sizes):
    with pytest.raises(ValueError, match="at least 1, got"):
        digits_layer(1, *sizes, 0)


def test_nobody_can_change_the_shared_arrays():
    data = digits()
    for a in (data.images, data.labels, data.held_out, *data.network.weights, *data.network.biases):
        assert not a.flags.writeable


def test_the_file_is_small_and_holds_no_pickle():
    assert DATA.stat().st_size <= 1.5e6
    with np.load(DATA, allow_pickle=False) as stored:
        assert {stored[name].dtype for name in stored.files} <= {np.dtype(t) for t in ("u1", "?", "f4")}


def test_stored_images_are_scikit_learns():
    pixels, labels = train_digits.images()
    np.testing.assert_array_equal(digits().images, pixels)
    np.testing.assert_array_equal(digits().labels, labels)


def test_a_short_training_repeats_itself_and_learns():
    pixels, labels = train_digits.images()
    X, y = pixels[:400].astype(float), labels[:400]
    one, again = (train_digits.train(X, y, epochs=3, seed=1) for _ in range(2))
    for a, b in zip(one, again, strict=True):
        np.testing.assert_array_equal(a, b)
    learnt = MLP(tuple(one[::2]), tuple(one[1::2]))
    assert (learnt.scores(X).argmax(axis=1) == y).mean() > 0.8


def test_gradients_are_the_slopes_of_the_loss():
    rng = np.random.default_rng(0)
    parameters, X, y = train_digits.initial(rng), rng.uniform(0, 16, (3, 64)), np.array([1, 9, 4])

    def loss():
        scores = MLP(tuple(parameters[::2]), tuple(parameters[1::2])).scores(X)
        return (np.log(np.exp(scores).sum(axis=1)) - scores[np.arange(3), y]).mean()

    found = train_digits.gradients(parameters, X, y)
    for p, slope in zip(parameters, found, strict=True):
        place = np.unravel_index(np.abs(slope).argmax(), p.shape)
        middle = p[place]
        p[place] = middle + 1e-5
        above = loss()
        p[place] = middle - 1e-5
        assert slope[place] == pytest.approx((above - loss()) / 2e-5, rel=1e-5)
        p[place] = middle
